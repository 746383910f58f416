"""Run by a test: work on a Ray cluster of two nodes, one of which is lost on the way.

python lost_node.py CORPUS OUT      writes OUT/records and OUT/counts, prints one JSON document
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import ClassVar

# The name is misleading: with it, what is told to stay on this machine stays there.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import ray
from ray.cluster_utils import Cluster

sys.path.append(str(Path(__file__).parents[1]))
from distant_data import small_settings
from motjuste.distant import shards
from motjuste.distant.shards import Maker, Shard
from motjuste.engine import Backend, corpus_files
from motjuste.spaces.counting import Settings, count
from motjuste.spaces.vocabulary import VocabularyChoice

# A lost node is to be noticed soon, but not a busy one taken for lost.
HEALTH = {
    "health_check_initial_delay_ms": 1000,
    "health_check_period_ms": 1000,
    "health_check_timeout_ms": 3000,
    "health_check_failure_threshold": 4,
}
COUNTED = Settings(unit="word", choice=VocabularyChoice(least=1), block=20_000)
HERE = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}


class Doomed(Maker):
    """On the node that will be lost, no shard is ever done: somebody else must do it again.

    The other node does nothing before that one has a shard, or it might do all of them alone.
    """

    node: ClassVar[str]
    begun: ClassVar[Path]

    def __call__(self, shard: Shard) -> bytes:
        if ray.get_runtime_context().get_node_id() == self.node:
            self.begun.touch()
            time.sleep(600)
        while not self.begun.exists():
            time.sleep(0.05)
        return Maker.__call__(self, shard)


def main(corpus: Path, out: Path) -> dict[str, object]:
    started = time.monotonic()
    cluster = Cluster(
        initialize_head=True, head_node_args={**HERE, "_system_config": HEALTH}, connect=False
    )
    nodes = [cluster.add_node(**HERE)]
    ray.init(address=cluster.address, log_to_driver=False)
    alive = [sum(node["Alive"] for node in ray.nodes())]
    Doomed.node, Doomed.begun = nodes[0].node_id, out / "begun"
    shards.Maker = Doomed

    def watch(done: int, total: int) -> None:
        if nodes and done > total / 3:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    backend, files = Backend(ray=cluster.address), corpus_files([corpus])
    number = shards.make(files, out / "records", small_settings(out), backend, watch)
    count(files, out / "counts", COUNTED, backend)
    # The work went on elsewhere as soon as the node did not answer; the cluster buries it later.
    while len(alive) == 1 or (alive[-1] == 2 and time.monotonic() < started + 120):
        time.sleep(0.5)
        alive[1:] = [sum(node["Alive"] for node in ray.nodes())]
    ray.shutdown()
    cluster.shutdown()
    return {"alive": alive, "shards": number}


if __name__ == "__main__":
    print(json.dumps(main(*map(Path, sys.argv[1:]))))
