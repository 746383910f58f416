"""A stranger to this server, given only its OpenAPI description, finds nothing that it hides."""

import subprocess
import sys

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("schemathesis")

from serving import running

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


def test_schemathesis_finds_no_server_error_and_no_undocumented_answer(gold, tmp_path):
    (tmp_path / "runs").mkdir()
    with running("--runs", str(tmp_path / "runs"), "--benchmark", f"swords:{gold}") as server:
        command = [sys.executable, "-m", "schemathesis.cli", "run"]
        options = ["--max-examples", "5", "--seed", "1", "--no-color", "--checks", ",".join(CHECKS)]
        phases = ["--phases", "examples,coverage,fuzzing"]
        done = subprocess.run(
            [*command, f"{server.address}/openapi.json", *options, *phases],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stdout + done.stderr
