/// What help, completions and the parser know of the classroom's commands, which are compiled apart.
extension Manual {
    /// The commands of the classroom, which every runner knows and one of them runs.
    static let teaching = [walk, site, grade]
    static let authoring = [
        authorNew, authorVariant, authorCheck, authorProve, authorMutate, authorSync, authorTranslated,
    ]

    static let walk = Manual(
        name: "walk",
        arguments: "<chapter>",
        mostArguments: 1,
        summary: "one kata of a chapter from red to green, step by step, to show in class",
        explanation: [
            "On a terminal the steps fill the screen: `n` and `p` (or the arrows) go forward and back, `r` runs the step, `?` shows all keys. Elsewhere the steps are printed.",
            "Your files and your progress are left alone, unless you ask for `--apply`.",
        ],
        options: [
            Manual.Option(
                name: "--step",
                value: "NUMBER",
                explanation: "begin at this step, or print this one alone"
            ),
            Manual.Option(
                name: "--run",
                explanation:
                    "check this step in a scratch copy; the exit code is 0 if its verdict is the one that the walkthrough expects"
            ),
            Manual.Option(
                name: "--apply",
                value: "NUMBER",
                explanation:
                    "put this step into the exercise; your file is kept, and `kata undo` brings it back"
            ),
            Manual.Option(name: "--plain", explanation: "print the steps without colour, even on a terminal"),
        ] + CheckCommand.limitOptions,
        examples: [
            Manual.Example(command: "walk 3", meaning: "the walkthrough of chapter 3"),
            Manual.Example(
                command: "walk 3 --step 2 --run",
                meaning: "the verdict on its second step"
            ),
            Manual.Example(command: "walk 3 --apply 4", meaning: "go on from its fourth step yourself"),
        ]
    )

    static let site = Manual(
        name: "site",
        summary: "make a web site of the lessons and the chapters' pages",
        explanation: [
            "The walkthroughs, the articles for teachers and the pages of the chapters become one site, made by the `docc` of your Swift toolchain. Nothing is downloaded.",
            "You can copy the folder to any host that serves files. The site works there at any path: `/`, `/moa/` or one chosen later. Browsers don't load it from the disk: to look at it here, add `--serve`.",
            "The folder may be empty, or one that `kata site` has written before. Files that don't belong to the site stay as they are.",
        ],
        options: [
            Manual.Option(
                name: "--output",
                value: "DIR",
                explanation: "where to write the site; without it, `.build/site/html`"
            ),
            Manual.Option(
                name: "--serve",
                value: "PORT",
                valueIsOptional: true,
                explanation:
                    "serve the site to browsers on this machine until Ctrl-C; the port is 8080, and 0 means any free one"
            ),
        ],
        examples: [
            Manual.Example(command: "site --serve", meaning: "make it, and look at it in a browser"),
            Manual.Example(command: "site --output ../moa-site", meaning: "a folder to publish"),
        ]
    )

    static let grade = Manual(
        name: "grade",
        arguments: "<folder> [folder …]",
        mostArguments: 10_000,
        summary: "judge what a class has handed in, and show it as a table",
        explanation: [
            "Each folder is a submission, or holds a folder or a zip for each student. A submission is a clone, or its `Exercises` alone. The name of the folder or the zip is the student's.",
            "This workbook's suites, starters and shared modules judge the katas, never a submission's. An untouched starter counts as unsolved, without a build. Verdicts are kept in `.build/kata-grade`: a file handed in again unchanged is not judged again, and after an interruption the same command goes on where it stopped.",
            "A submission is somebody else's code, so it is built and run in a sandbox: `bwrap` on Linux, `sandbox-exec` on macOS. There is no network, nothing to read but the system and the compiler, and nothing to write but a folder that is removed afterwards. Time, memory, processes, output and the size of files are limited. If there is no sandbox, nothing is judged without `--no-sandbox`.",
            "Many machines can share a class. `.github/GRADING.md` says how, and how to give names, points and due dates.",
            "The exit code is 0 when every submission was judged, however much of it is solved; 1 when some kata could not be judged, or a merge lacks somebody; 2 when nothing could; 130 after an interruption.",
        ],
        options: [
            Manual.Option(name: "--json", explanation: "the grades as JSON on standard output"),
            Manual.Option(
                name: "--csv",
                explanation: "the grades as CSV on standard output, for a spreadsheet"
            ),
            Manual.Option(
                name: "--junit",
                value: "FILE",
                explanation: "also write the grades as JUnit XML to a file; `-` prints them alone"
            ),
            Manual.Option(
                name: "--html",
                value: "FILE",
                explanation:
                    "also write a page about the class to a file, with nothing to load from elsewhere; `-` prints it alone"
            ),
            Manual.Option(
                name: "--chapter",
                value: "NUMBER",
                explanation: "judge this chapter alone, or several: `2,3`"
            ),
            Manual.Option(
                name: "--katas",
                value: "LIST",
                explanation: "judge these katas alone: `3.1,3.2`"
            ),
            Manual.Option(
                name: "--jobs",
                value: "NUMBER",
                explanation:
                    "how many submissions are judged side by side; without it, as many as the machine has processors"
            ),
            Manual.Option(
                name: "--budget",
                value: "SECONDS",
                explanation:
                    "how long one student's code may be judged in all; what is left then is not judged"
            ),
            Manual.Option(
                name: "--shard",
                value: "PART/PARTS",
                explanation: "judge this part of the class alone: `3/20`; the others are for other machines"
            ),
            Manual.Option(
                name: "--merge",
                explanation:
                    "judge nothing: the arguments are files that `--json` has made, or folders of them, and become one table, page or document"
            ),
            Manual.Option(
                name: "--cache",
                value: "DIR",
                explanation:
                    "keep what was judged in this folder, which several machines may use at the same time"
            ),
            Manual.Option(
                name: "--class",
                value: "FILE",
                explanation:
                    "names, groups, due dates and points; without it, `class.json` in the folder with the submissions"
            ),
            Manual.Option(
                name: "--book",
                value: "FILE",
                explanation:
                    "also write a grade book as CSV to a file; what you write into its column «remark» is still there after the next run"
            ),
            Manual.Option(
                name: "--moodle",
                value: "FILE",
                explanation: "also write points and feedback as CSV to a file, for Moodle's import"
            ),
            Manual.Option(
                name: "--canvas",
                value: "FILE",
                explanation: "also write points as CSV to a file, for Canvas's gradebook"
            ),
            Manual.Option(name: "--again", explanation: "judge again what was judged before"),
            Manual.Option(
                name: "--no-sandbox",
                explanation: "build and run without a sandbox, for code that you trust like your own"
            ),
        ] + CheckCommand.limitOptions,
        examples: [
            Manual.Example(command: "grade submissions", meaning: "every folder in submissions"),
            Manual.Example(command: "grade anna ben", meaning: "two submissions"),
            Manual.Example(
                command: "grade submissions --html class.html",
                meaning: "the table, and a page with a map of the class"
            ),
            Manual.Example(
                command: "grade submissions --shard 3/20 --json",
                meaning: "a twentieth of the class, on one of twenty machines"
            ),
            Manual.Example(
                command: "grade --merge results --html class.html",
                meaning: "one page of the twenty results"
            ),
        ]
    )

    static let authorNew = Manual(
        name: "author new",
        arguments: "<chapter> <Name>",
        mostArguments: 2,
        summary: "make every file of a new kata, with the next number",
        explanation: [
            "The files compile and fit together. What is still to be written is marked with TODO, and `kata author check` lists it."
        ],
        examples: [
            Manual.Example(command: "author new 3 CopyTransfer", meaning: "the next kata of chapter 3")
        ]
    )

    static let authorVariant = Manual(
        name: "author variant",
        arguments: "<kata> <name>",
        mostArguments: 2,
        summary: "keep an answer for the proof, as a difference from the solution or the starter",
        explanation: [
            "Write the answer into the exercise's file, or change the solution in place. The difference is kept in `Tests/Variants`, the file is put back as it was, and `kata undo` brings your edit back. For a solution, «as it was» means as Git has it staged or committed.",
            "The name begins with `wrong-` or `valid-`. An answer that has hardly a line in common with either text is kept whole. If the name exists already, the new answer replaces the old one and keeps its first lines.",
        ],
        examples: [
            Manual.Example(
                command: "author variant 3.2 wrong-split",
                meaning: "a wrong answer, written into the exercise or the solution"
            )
        ]
    )

    static let authorCheck = Manual(
        name: "author check",
        arguments: "[kata|chapter|all]",
        mostArguments: 1,
        summary: "read the workbook without building it, and say what is missing",
        explanation: [
            "Of a kata or a chapter, the translations of its chapter are read too; of all, every translation.",
            "The exit code is 1 if something is wrong. A remaining TODO is listed, and is not wrong.",
        ],
        options: [Manual.Option(name: "--strict", explanation: "count a remaining TODO as a mistake")]
    )

    static let authorProve = Manual(
        name: "author prove",
        arguments: "[kata|chapter|all]",
        mostArguments: 1,
        summary:
            "run starters, solutions, variants and the steps of walkthroughs, and show what the suites say",
        explanation: [
            "The starter must be red, the solution and every valid variant green, and every wrong variant red at the rule that it names. Each step of a walkthrough must be red at exactly the rules that it lists. One build holds one text of every kata, in a workspace of its own under `.build`: your exercises stay untouched.",
            "A claim that holds is written into a ledger, `Tests/Variants/ledger.txt`, with a fingerprint of all that it rests on. It is proven again only when any of that changes. Commit the ledger with your change.",
            "Every rule should be seen red at least once: a rule that nothing breaks may be one that can't break.",
        ],
        options: [
            Manual.Option(name: "--again", explanation: "prove everything, whatever the ledger holds"),
            Manual.Option(
                name: "--sample",
                value: "PERCENT",
                explanation: "also prove this share of what rests on the ledger, to find wrong entries"
            ),
            Manual.Option(
                name: "--seed",
                value: "NUMBER",
                explanation: "draw the same sample as an earlier run, by the seed that it printed"
            ),
            Manual.Option(name: "--strict", explanation: "count as a mistake any rule that no text breaks"),
            Manual.Option(
                name: "--expectations",
                explanation: "list the expectations that no text has failed: a wrong answer may be missing"
            ),
        ] + CheckCommand.limitOptions
    )

    static let authorMutate = Manual(
        name: "author mutate",
        arguments: "[kata|chapter|all …]",
        mostArguments: 100,
        summary: "undo one decision of each right answer at a time, and show what the suites let pass",
        explanation: [
            "A mutant is the solution, or another right answer, with one edit: a statement is left out or done twice, a condition is negated, a number is shifted by one, an error is swallowed. Mutants that change no declaration are built together, and the suite runs once for each. What doesn't compile doesn't count.",
            "A survivor shows what the suite doesn't ask for. Kill it with an expectation, and keep the mutant as a wrong answer; or name it in `equivalent.txt` beside the kata's variants, if it breaks nothing that the page asks for: its line begins with the mutant's id and ends with a dash and the reason.",
            "What came out is written into `Tests/Variants/mutants.txt`, with a fingerprint of the suite and the answers. `kata author check` says which katas have not been mutated since. A run that is interrupted goes on where it stopped.",
            "The exit code is 1 if a survivor has no name, or if a name fits no survivor.",
        ],
        options: [
            Manual.Option(name: "--again", explanation: "try every mutant again, whatever is known of it"),
            Manual.Option(
                name: "--most",
                value: "NUMBER",
                explanation:
                    "how many mutants of a kata to try at most, of those that can be built together; without it, 500"
            ),
            Manual.Option(
                name: "--builds",
                value: "NUMBER",
                explanation:
                    "how many mutants of a kata to try at most, of those that need a build of their own, such as `let` to `var`; without it, 12"
            ),
            Manual.Option(
                name: "--seed",
                value: "NUMBER",
                explanation: "draw another sample if there are more mutants than that; without it, 1"
            ),
            Manual.Option(name: "--names", explanation: "print the line that names each survivor, too"),
        ] + CheckCommand.limitOptions,
        examples: [
            Manual.Example(command: "author mutate 3.1", meaning: "the mutants of one kata"),
            Manual.Example(
                command: "author mutate 3",
                meaning: "those of a chapter, as far as its suites or answers have changed"
            ),
        ]
    )

    static let authorSync = Manual(
        name: "author sync",
        arguments: "<kata|chapter|all>",
        mostArguments: 1,
        summary: "take the exercises' files as the starters, and seal their suites",
        explanation: [
            "For authors who have changed a starter or a suite. Starters are copied to `Exercises/.pristine`, and fingerprints of the suites are kept there: they show whether a verdict was earned with a changed suite. The old files are kept in `.kata/backups`."
        ]
    )

    static let authorTranslated = Manual(
        name: "author translated",
        arguments: "<language>",
        mostArguments: 1,
        summary: "say that a translation is up to date with the English text",
        explanation: [
            "A mark of every English section is kept with the translation. `kata author check` names the sections that have changed since, so compare the two texts before you say that they agree."
        ],
        examples: [
            Manual.Example(command: "author translated ko", meaning: "the Korean edition agrees again")
        ]
    )
}
