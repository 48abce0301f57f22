# Each target calls one script in the folder scripts/, which does the work.

.PHONY: help record setup setup-cross setup-emulator demo test unit test-kiosk test-compositors test-images test-zoo test-libinput test-pages test-Kernel soak torture-breaks check sanitize profile bench fuzz package packages repository release test-arm64 format
.DEFAULT_GOAL := help

help:
	@echo "make demo     demonstrates the main features; needs no touchscreen"
	@echo "make test     runs all checks and tests"
	@echo "make check    runs only the quick checks: formatting, debug build, debug tests"
	@echo "make unit     runs the tests that start no kernel, broker, browser or program: under a minute after the build"
	@echo "make test-MODULE  runs the tests of one module: 'make test-Contacts' runs Tests/ContactsTests"
	@echo "make record   rewrites the expected files of tests: generated tables, pictures, traces, messages"
	@echo "make package  builds the Debian packages; ARCH=arm64|amd64 and SUITE=bookworm|trixie select another target"
	@echo "make packages builds the Debian packages for all four targets"
	@echo "make repository  creates a signed apt repository with all packages; KEY=… selects the signing key"
	@echo "make release  runs all tests, then writes packages, SBOMs, release notes and checksums to .build/release"
	@echo "make test-arm64  runs the arm64 programs in qemu-user and compares their output with the native programs"
	@echo "make test-kiosk  tests the installed package in a virtual machine with systemd; SUITE=trixie selects Debian 13, ARCH=arm64 an emulated machine"
	@echo "make test-compositors  starts cage, weston and sway on an emulated machine with two displays"
	@echo "make test-images  builds the mmdebstrap image of docs/guide/images.md, and boots it in an emulated machine"
	@echo "make test-zoo  runs the kernel's own tests of multitouch panels with and without Touchbridge"
	@echo "make test-libinput  runs libinput's own touch tests with and without Touchbridge"
	@echo "make test-pages  compares the events of a page in Chromium with and without Touchbridge"
	@echo "make sanitize runs the tests with sanitizers and a leak check for more than an hour (docs/internals/sanitizers.md)"
	@echo "make soak     fuzzes layouts with 100 million random events and checks invariants"
	@echo "make torture-breaks  adds known defects to a copy of the sources, one build each, and checks that torture finds them"
	@echo "make bench    measures Touchbridge and comparable programs, and writes docs/internals/benchmarks.md"
	@echo "make profile  records the profile that optimizes the packaged program (docs/internals/decisions)"
	@echo "make fuzz     fuzzes the parsers and protocols for MINUTES=5 minutes in total"
	@echo "make format   formats all Swift files in place"
	@echo "make setup    installs the required packages; all other targets run it first"

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

setup-emulator:
	@bash scripts/setup scripts/cross-packages.txt Tests/Kiosk/emulator.txt

test-kiosk: $(if $(ARCH),setup-emulator,$(if $(SUITE),setup-cross,setup))
	@bash scripts/test-kiosk

test-compositors: setup-emulator
	@bash scripts/test-compositors

test-images: setup-emulator
	@bash Tests/Images/check

test-pages: setup
	@bash scripts/test-pages

test-zoo: setup
	@bash scripts/test-zoo

test-libinput:
	@bash scripts/setup Tests/Libinput/packages.txt
	@bash scripts/test-libinput

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

profile: setup
	@bash scripts/profile

bench:
	@bash scripts/setup Benchmarks/packages.txt
	@bash scripts/bench

MINUTES = 5
fuzz: setup
	@bash scripts/fuzz $(MINUTES)

format: setup
	@bash scripts/lint --fix
