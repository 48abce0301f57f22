# Entry points; scripts/ contains the implementations, one file each.

.PHONY: help record setup setup-cross demo test unit test-kiosk test-Kernel soak torture-breaks check sanitize bench fuzz package packages repository release test-arm64 format
.DEFAULT_GOAL := help

help:
	@echo "make demo     shows what the project does, without a touchscreen"
	@echo "make test     runs every check and test"
	@echo "make check    the quick part of it: formatting, debug build, debug tests"
	@echo "make unit     tests without kernel, broker, browser or program: under a minute after the build"
	@echo "make test-Contacts  the tests of one module, in Tests/ContactsTests; likewise for each module"
	@echo "make record   rewrites the files that tests compare: generated tables, pictures, traces, messages"
	@echo "make package  builds the Debian packages; ARCH=arm64 or amd64 and SUITE=bookworm or trixie select another target"
	@echo "make packages builds them for all four targets"
	@echo "make repository  writes a signed apt repository with all packages; KEY=… selects the key"
	@echo "make release  runs all tests, then writes packages, bills of materials, notes and checksums to .build/release"
	@echo "make test-arm64  compares the programs for arm64 with this machine's, by qemu-user"
	@echo "make test-kiosk  installs it on a machine of its own, with a real systemd, and proves the service there"
	@echo "make sanitize runs the tests under sanitizers and looks for leaks: an hour and more (docs/internals/sanitizers.md)"
	@echo "make soak     does at random whatever may happen to layouts, a hundred million events long"
	@echo "make torture-breaks  breaks a copy on purpose and sees that it is found, one build for each break"
	@echo "make bench    measures beside peers and floors, and writes docs/internals/benchmarks.md"
	@echo "make fuzz     looks for inputs that do harm, for MINUTES=5 in all"
	@echo "make format   formats every Swift file in place"
	@echo "make setup    installs what the others need (each of them does so by itself)"

setup:
	@bash scripts/setup

setup-cross:
	@bash scripts/setup scripts/cross-packages.txt

demo: setup
	@bash scripts/demo

test: setup-cross
	@bash scripts/test

unit: setup
	@bash scripts/unit-tests

record: setup
	@bash scripts/record

test-Kernel: setup
	@bash scripts/kernel-tests $(PATTERN)

test-%: setup
	@bash scripts/unit-tests $*

check: setup
	@bash scripts/test --quick

test-kiosk: setup
	@bash scripts/test-kiosk

sanitize: setup
	@bash scripts/sanitize

soak: setup
	@bash scripts/torture 100000000

torture-breaks: setup
	@bash scripts/torture-breaks

package: $(if $(ARCH)$(SUITE),setup-cross,setup)
	@bash scripts/package

packages: setup-cross
	@bash scripts/packages

repository: setup-cross
	@bash scripts/repository

release: setup-cross
	@bash scripts/release

test-arm64: setup-cross
	@bash scripts/test-arm64

bench:
	@bash scripts/setup Benchmarks/packages.txt
	@bash scripts/bench

MINUTES = 5
fuzz: setup
	@bash scripts/fuzz $(MINUTES)

format: setup
	@bash scripts/lint --fix
