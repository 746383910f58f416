"""A rehearsal: simulated annotators of known quality do a project's tasks on the real site.

It tells what a protocol gives before anybody is paid, and whether a server that is killed in the
middle loses or doubles anything.
"""
