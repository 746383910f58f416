"""What fresh end-to-end models learn of a made-up language, beside the rule-based baseline.

    python bench/train_sws.py [FOLDER]

Trains the three models for less than a minute each and prints their figures on sentences that none
was trained on, and what each costs in processor time, as ratios to the cheapest. FOLDER keeps the
models and their learning curves.
"""

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import torch

import made_language
from motjuste.systems import make_system, with_settings
from motjuste.training.sws.job import Job
from motjuste.training.sws.trainer import Hyperparameters
from motjuste.training.sws.validation import MEASURES, as_benchmark, figures

EPOCHS = {"bert": 6, "bart": 6, "cmlm": 8}


def main(folder: Path) -> None:
    torch.set_num_threads(1)
    data = made_language.write(folder / "records", 600, seed=1)
    known = {record.text for record in made_language.records(600, seed=1)}
    new = [record for record in made_language.records(300, seed=99) if record.text not in known]
    benchmark = as_benchmark(new, "unseen")
    thesaurus = made_language.write_thesaurus(folder / "thesaurus.json")
    rules = with_settings(make_system("rule-based"), {"thesauri": str(thesaurus)})
    print(f"{len(new)} sentences that are not among the 600 trained on")
    show("rule-based", figures(rules, benchmark))
    costs = {}
    for model, epochs in EPOCHS.items():
        start = time.process_time()
        recipe = Hyperparameters(model, epochs=epochs, batch=16, rate=2e-3, every=60)
        job = Job([data], folder / model, recipe, fresh="tiny", vocabulary=400,
                  validation="held-out", held_out=40)  # fmt: skip
        trainer = job.run()
        costs[model] = time.process_time() - start
        system = with_settings(make_system(f"{model}-sws"), {"model": str(folder / model)})
        show(f"{model}-sws", figures(system, benchmark))
        print(f"  loss {trainer.history[0]['loss']:.3f} to {trainer.history[-1]['loss']:.3f}")
    least = min(costs.values())
    print("cost:", ", ".join(f"{model} {cost / least:.1f}" for model, cost in costs.items()))


def show(name: str, scores: dict[str, float]) -> None:
    print(f"{name:12}", "  ".join(f"{measure} {scores[measure]:5.1f}" for measure in MEASURES))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(Path(temporary))
