/// What help, completions and the parser know of the classroom's commands, which are compiled apart.
extension Manual {
    static let walk = Manual(
        name: "walk",
        arguments: "<chapter>",
        mostArguments: 1,
        summary: "one kata of a chapter from red to green, step by step, to show in class",
        explanation: [
            "On a terminal it is a screen to go through: `n` and `p` (or the arrows) go on and back, `r` runs the step, `?` shows all keys. Elsewhere the steps are printed.",
            "Your files and your progress are left alone, unless you ask for `--apply`.",
        ],
        options: [
            Manual.Option(
                name: "--step",
                value: "NUMBER",
                explanation: "begin at this step, or print it alone"
            ),
            Manual.Option(
                name: "--run",
                explanation:
                    "the verdict of this step, found in a scratch copy; the exit code is as with `check`"
            ),
            Manual.Option(
                name: "--apply",
                value: "NUMBER",
                explanation:
                    "put this step into the exercise; your file is kept, and `kata undo` brings it back"
            ),
            Manual.Option(name: "--plain", explanation: "print, on a terminal too, and without colour"),
        ] + CheckCommand.limitOptions,
        examples: [
            Manual.Example(command: "walk 3", meaning: "the walkthrough of chapter 3"),
            Manual.Example(
                command: "walk 3 --step 2 --run",
                meaning: "what the rules say to its second step"
            ),
            Manual.Example(command: "walk 3 --apply 4", meaning: "go on from its fourth step yourself"),
        ]
    )

    static let site = Manual(
        name: "site",
        summary: "make a web site of the lessons and the chapters' pages",
        explanation: [
            "The walkthroughs, the articles for teachers and the pages of the chapters become one site, made by the `docc` of your Swift toolchain. Nothing is downloaded.",
            "The folder can be copied to any host that serves files, and works there at any path: `/`, `/moa/` or one that is chosen later. Browsers don't load such a site from the disk: to look at it here, have it served.",
            "The folder may be an empty one, or one that `kata site` has written before. Files of others in it stay as they are.",
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
                    "show the site to browsers on this machine until Ctrl-C; the port is 8080, and 0 means any that is free"
            ),
        ],
        examples: [
            Manual.Example(command: "site --serve", meaning: "make it, and look at it in a browser"),
            Manual.Example(command: "site --output ../moa-site", meaning: "a folder to be published"),
        ]
    )

    static let grade = Manual(
        name: "grade",
        arguments: "<folder> [folder …]",
        mostArguments: 10_000,
        summary: "judge what a class has handed in, and show it as a table",
        explanation: [
            "Each folder is a submission, or holds one folder a student. A submission is a clone, or its `Exercises` alone; a student is named by the folder.",
            "The katas are judged by this workbook's suites, starters and shared modules, never by a submission's. A starter that nobody has touched is unsolved without a build. What was judged is kept in `.build/kata-grade`: what was handed in again unchanged is not judged again, and after an interruption the same command goes on where it stopped.",
            "A submission is code of somebody else. It is built and run without network, with nothing to read but the system and the compiler and nothing to write but a folder that is gone afterwards, with limits on time, memory, processes, output and the size of files: by `bwrap` on Linux and `sandbox-exec` on macOS. Where neither works, nothing is judged without `--no-sandbox`.",
            "The exit code is 0 when every submission was judged, however much of it is solved; 1 when some kata could not be judged; 2 when nothing was; 130 when it was interrupted.",
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
                explanation: "the grades as JUnit XML in a file too; `-` is standard output, for them alone"
            ),
            Manual.Option(
                name: "--html",
                value: "FILE",
                explanation:
                    "a page about the class in a file too, with nothing to load from elsewhere; `-` is standard output"
            ),
            Manual.Option(name: "--again", explanation: "judge what was judged before, too"),
            Manual.Option(
                name: "--no-sandbox",
                explanation: "build and run code that you trust as if it were yours"
            ),
        ] + CheckCommand.limitOptions,
        examples: [
            Manual.Example(command: "grade submissions", meaning: "every folder in submissions"),
            Manual.Example(command: "grade anna ben", meaning: "two submissions"),
            Manual.Example(
                command: "grade submissions --html class.html",
                meaning: "and a page with a map of the class"
            ),
        ]
    )

    static let authorNew = Manual(
        name: "author new",
        arguments: "<chapter> <Name>",
        mostArguments: 2,
        summary: "make every file that a new kata needs, numbered",
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
        summary: "keep an answer for the proof, as its difference from the solution or the starter",
        explanation: [
            "Write the answer into the exercise's file, or change the solution in place. The difference is kept in `Tests/Variants`, the file is put back as it was, and `kata undo` brings your edit back. The solution as it was is the one that Git has staged or committed.",
            "The name begins with `wrong-` or `valid-`. An answer that has hardly a line in common with either text is kept whole. Where the name is there already, the new answer takes its place, and its first lines stay.",
        ],
        examples: [
            Manual.Example(
                command: "author variant 3.2 wrong-split",
                meaning: "a wrong answer, which stands in the exercise or in the solution"
            )
        ]
    )

    static let authorCheck = Manual(
        name: "author check",
        arguments: "[kata|chapter|all]",
        mostArguments: 1,
        summary: "read the workbook without building it, and say what is missing",
        explanation: [
            "The exit code is 1 where something is wrong. A TODO that is left is told, and is not wrong."
        ],
        options: [Manual.Option(name: "--strict", explanation: "take a TODO that is left for a mistake")]
    )

    static let authorProve = Manual(
        name: "author prove",
        arguments: "[kata|chapter|all]",
        mostArguments: 1,
        summary:
            "try starter, solution, variants and the steps of walkthroughs, and show what the suites say",
        explanation: [
            "The starter must be red, the solution and every valid variant green, and every wrong variant red at the rule that it names. The steps of a walkthrough must win its rules as they tell. One build carries one text of every kata, in a workspace of its own under `.build`: your exercises are not touched.",
            "What holds is written into a ledger, `Tests/Variants/ledger.txt`, with a fingerprint of all that it rests on, and is not proven again before something of that changes. Commit the ledger with your change.",
            "Every rule should have been seen red at least once: one that nothing breaks may be one that can't break.",
        ],
        options: [
            Manual.Option(name: "--again", explanation: "prove everything, whatever the ledger holds"),
            Manual.Option(
                name: "--sample",
                value: "PERCENT",
                explanation: "prove so much of what rests on the ledger too, so that a wrong entry is found"
            ),
            Manual.Option(
                name: "--seed",
                value: "NUMBER",
                explanation: "draw the same sample as another run, which has printed its seed"
            ),
            Manual.Option(name: "--strict", explanation: "take a rule that no text breaks for a mistake"),
            Manual.Option(
                name: "--expectations",
                explanation: "list the expectations that no text has failed: a wrong answer may be missing"
            ),
        ] + CheckCommand.limitOptions
    )

    static let authorSync = Manual(
        name: "author sync",
        arguments: "<kata|chapter|all>",
        mostArguments: 1,
        summary: "make the exercises' files the starters, and seal their suites",
        explanation: [
            "For authors who have changed a starter or a suite. Starters are copied to `Exercises/.pristine`, and the fingerprints of suites are kept there, so that a verdict earned with a changed suite is known as one. What was there is kept in `.kata/backups`."
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
