"""Run by a test: work on a Ray cluster of two nodes, of which one is lost on the way.

python lost_node.py CORPUS OUT      writes OUT/records and OUT/counts, prints one JSON document
"""

import json
import os
import sys
from pathlib import Path

# The name is misleading: with it, what is told to stay on this machine stays there.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import ray
from ray.cluster_utils import Cluster

sys.path.append(str(Path(__file__).parents[1]))
from distant_data import small_settings
from motjuste.distant.making import make
from motjuste.engine import Place, corpus_files
from motjuste.spaces.counting import Settings, count
from motjuste.spaces.vocabulary import Choice

# A lost node is to be noticed soon, but not a busy one taken for lost.
HEALTH = {
    "health_check_initial_delay_ms": 1000,
    "health_check_period_ms": 1000,
    "health_check_timeout_ms": 3000,
    "health_check_failure_threshold": 4,
}
COUNTED = Settings(unit="word", choice=Choice(least=1), block=20_000)
HERE = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}


def main(corpus: Path, out: Path) -> dict[str, object]:
    cluster = Cluster(
        initialize_head=True, head_node_args={**HERE, "_system_config": HEALTH}, connect=False
    )
    nodes = [cluster.add_node(**HERE)]
    ray.init(address=cluster.address, log_to_driver=False)
    alive = [sum(node["Alive"] for node in ray.nodes())]

    def watch(done: int, total: int) -> None:
        if nodes and done > total / 3:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    place, files = Place(ray=cluster.address), corpus_files([corpus])
    shards = make(files, out / "records", small_settings(out), place, watch)
    alive.append(sum(node["Alive"] for node in ray.nodes()))
    count(files, out / "counts", COUNTED, place)
    ray.shutdown()
    cluster.shutdown()
    return {"alive": alive, "shards": shards}


if __name__ == "__main__":
    print(json.dumps(main(*map(Path, sys.argv[1:]))))
