"""The settings of a judgement project as plain values; `config` reads them from a file."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class StageConfig:
    """A stage: how many labels, and how many positive ones so far a candidate needs to be in it."""

    name: str
    labels: int = 3
    positives: int = 0


@dataclass(frozen=True)
class TaskConfig:
    """The tasks: how many candidates each has at most, and which controls are among them.

    `once`: what a worker meets only once: a candidate, or a whole target.
    `together`: whether a worker gets the tasks of one target one after the other.
    """

    size: int = 10
    control_target: bool = True
    control_random: bool = True
    once: str = "candidate"
    together: bool = True


@dataclass(frozen=True)
class QualityConfig:
    """When work is dropped: a wrong control, too few right ones overall; or flagged: too fast.

    `accuracy`: the share of controls that a worker must answer correctly.
    `grace`: while a stage is open, that share is demanded only of workers who have answered at
    least this many controls; when all answers of the stage are there, of everybody.
    `fastest`: seconds for each row below which a task is flagged as too fast.
    """

    controls: bool = True
    accuracy: float = 0.9
    grace: int = 10
    fastest: float = 0.5


@dataclass(frozen=True)
class LeaseConfig:
    """The minutes that a worker has for a task before others may get it."""

    minutes: float = 30.0


@dataclass(frozen=True)
class PayConfig:
    """Pay and time of a task, and the range of wages that it must give (SWORDS, appendix B.2)."""

    currency: str = "USD"
    task: float = 0.10
    seconds: float = 25.0
    slower: float = 2.0
    lowest: float = 7.25
    target: float = 15.0
    fee: float = 0.2
    workers: int = 20


@dataclass(frozen=True)
class CrowdConfig:
    """How crowd workers come and go: tasks a visit, and what tells the platform they are done.

    `signups_per_minute`: how many new workers may come by the link in a minute.
    `signups`: how many may come in all.
    """

    tasks: int = 20
    signups_per_minute: int = 30
    signups: int = 2000
    completion_code: str = ""
    completion_url: str = ""


@dataclass(frozen=True)
class MturkConfig:
    """Who may work on Mechanical Turk (SWORDS, appendix B.1): approval, tasks done, country.

    `approval` is a requester's HITs approved, in percent; `hits` their number; `country` a code of
    ISO 3166, or nothing for everybody.
    """

    approval: int = 98
    hits: int = 10_000
    country: str = "US"


@dataclass(frozen=True)
class SwsConfig:
    """Smart Word Suggestions: words to change in a sentence, and the votes that a target needs.

    `refine` is how many refine-usage suggestions an annotator owes for each sentence (the paper:
    1,500 for 1,000); `passing` is the share of test sentences that they must pass. A sentence that
    `returned` annotators give back is left out; 0 leaves none out.
    """

    least: int = 3
    refine: float = 1.5
    passing: float = 0.8
    returned: int = 2
    agreeing: int = 2
    validation: float = 0.2


@dataclass(frozen=True)
class MemoryConfig:
    """Substitutes from memory: how many a person may write, and how many people an item needs.

    SemEval-2007 allowed three substitutes and kept items with two responses.
    """

    most: int = 3
    responses: int = 2


@dataclass(frozen=True)
class Config:
    """The configuration of a project."""

    kind: str
    title: str = "Which words fit?"
    instructions: str = ""
    consent: str = ""
    contact: str = ""
    seed: int = 0
    database: str = ""
    tasks: TaskConfig = field(default_factory=TaskConfig)
    quality: QualityConfig = field(default_factory=QualityConfig)
    lease: LeaseConfig = field(default_factory=LeaseConfig)
    pay: PayConfig = field(default_factory=PayConfig)
    crowd: CrowdConfig = field(default_factory=CrowdConfig)
    mturk: MturkConfig = field(default_factory=MturkConfig)
    sws: SwsConfig = field(default_factory=SwsConfig)
    memory: MemoryConfig = field(default_factory=MemoryConfig)
    stages: tuple[StageConfig, ...] = ()
