/// Shell scripts made from the commands' manuals, so that they can't fall behind.
///
/// At completion time a script asks `kata list --names` for the katas of the workbook around it.
enum CompletionScripts {
    static func script(for shell: CompletionsCommand.Shell, _ manuals: [Manual]) -> String {
        switch shell {
        case .bash: bash(manuals)
        case .zsh: zsh(manuals)
        case .fish: fish(manuals)
        }
    }

    private static func words(_ manuals: [Manual]) -> [String] {
        var seen: Set<String> = []
        return manuals.compactMap { $0.name.split(separator: " ").first.map(String.init) }
            .filter { seen.insert($0).inserted }
    }

    private static func authorWords(_ manuals: [Manual]) -> [String] {
        manuals.compactMap { $0.name.hasPrefix("author ") ? String($0.name.dropFirst("author ".count)) : nil }
    }

    private static func options(_ manual: Manual) -> [Manual.Option] { manual.options + Manual.common }

    /// Words that may follow a command and are known beforehand.
    private static func choices(_ manual: Manual, _ manuals: [Manual]) -> String {
        switch manual.name {
        case "completions": "bash zsh fish"
        case "help": words(manuals).joined(separator: " ")
        default: ""
        }
    }

    private static func takesKata(_ manual: Manual) -> Bool {
        manual.arguments.contains("kata") || manual.arguments.contains("chapter")
    }

    private static func takesFolder(_ manual: Manual) -> Bool { manual.arguments.contains("folder") }

    // MARK: - bash

    private static func bash(_ manuals: [Manual]) -> String {
        let cases = manuals.map { manual -> String in
            let words = options(manual).map(\.name).joined(separator: " ")
            let names =
                takesKata(manual)
                ? " $(_kata_names)" : takesFolder(manual) ? " $(compgen -d -- \"$current\")" : ""
            let choices = choices(manual, manuals)
            return """
                    "\(manual.name)") words="\(words)\(choices.isEmpty ? "" : " " + choices)\(names)" ;;
                """
        }
        return """
            # Completes kata in bash.
            _kata_names() {
                kata list --names 2>/dev/null | tr ' ' '\\n'
                echo all
            }

            _kata() {
                local current="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}" words=""
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(self.words(manuals).joined(separator: " "))" -- "$current"))
                    return
                fi
                if [ "$command" = author ]; then
                    if [ "$COMP_CWORD" -eq 2 ]; then
                        COMPREPLY=($(compgen -W "\(authorWords(manuals).joined(separator: " "))" -- "$current"))
                        return
                    fi
                    command="author ${COMP_WORDS[2]}"
                fi
                case "${COMP_WORDS[COMP_CWORD-1]}" in
                    --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
                    --junit|--html|--class|--book|--moodle|--canvas) COMPREPLY=($(compgen -f -- "$current")); return ;;
                    --output|--cache) COMPREPLY=($(compgen -d -- "$current")); return ;;
                esac
                case "$command" in
            \(cases.joined(separator: "\n"))
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -F _kata kata

            """
    }

    // MARK: - zsh

    private static func zsh(_ manuals: [Manual]) -> String {
        let commands = words(manuals).map { word -> String in
            let summary = manuals.first { $0.name == word }?.summary.text() ?? "for authors of katas"
            return "        '\(word):\(zshText(summary))'"
        }
        let cases = manuals.map { manual -> String in
            let options = options(manual).map { option -> String in
                let value =
                    switch option.value {
                    case "FILE"?: ":file:_files"
                    case "DIR"?: ":folder:_files -/"
                    case "auto|always|never"?: ":when:(auto always never)"
                    // Two colons: it may be left out.
                    case let value?: "\(option.valueIsOptional ? "::" : ":")\(value.lowercased()):"
                    case nil: ""
                    }
                return "'\(option.name)[\(zshText(option.explanation.text()))]\(value)'"
            }
            let choices = choices(manual, manuals)
            let argument =
                takesKata(manual)
                ? " '1:kata:_kata_names'"
                : takesFolder(manual)
                    ? " '*:folder:_files -/'" : choices.isEmpty ? "" : " '1:word:(\(choices))'"
            return "        '\(manual.name)') _arguments \(options.joined(separator: " "))\(argument) ;;"
        }
        return """
            #compdef kata
            # Completes kata in zsh.
            _kata_names() {
                local -a names
                names=(${=$(kata list --names 2>/dev/null)} all)
                compadd -a names
            }

            _kata() {
                local -a commands
                commands=(
            \(commands.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=$words[2]
                shift words; (( CURRENT-- ))
                if [[ $command == author ]]; then
                    if (( CURRENT == 2 )); then
                        compadd \(authorWords(manuals).joined(separator: " "))
                        return
                    fi
                    command="author $words[2]"
                    shift words; (( CURRENT-- ))
                fi
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            compdef _kata kata

            """
    }

    /// Between apostrophes, and between the brackets of `_arguments`.
    private static func zshText(_ text: String) -> String {
        String(
            text.flatMap { character in
                switch character {
                case "'": "'\\''"
                case "[", "]", ":": "\\\(character)"
                case "`": ""
                default: String(character)
                }
            }
        )
    }

    // MARK: - fish

    private static func fish(_ manuals: [Manual]) -> String {
        var lines = [
            "# Completes kata in fish.",
            "complete -c kata -f",
            "function __kata_names",
            "    kata list --names 2>/dev/null | string split ' '",
            "    echo all",
            "end",
        ]
        for word in words(manuals) {
            let summary = manuals.first { $0.name == word }?.summary.text() ?? "for authors of katas"
            lines.append(
                "complete -c kata -n __fish_use_subcommand -a \(word) -d '\(fishText(summary))'"
            )
        }
        let author = authorWords(manuals)
        if !author.isEmpty {
            lines.append(
                "complete -c kata -n '__fish_seen_subcommand_from author' -a '\(author.joined(separator: " "))'"
            )
        }
        for manual in manuals {
            let word = manual.name.split(separator: " ").last.map(String.init) ?? manual.name
            let condition =
                manual.name.hasPrefix("author ")
                ? "__fish_seen_subcommand_from author; and __fish_seen_subcommand_from \(word)"
                : "__fish_seen_subcommand_from \(word); and not __fish_seen_subcommand_from author"
            for option in options(manual) {
                let value =
                    switch option.value {
                    case "FILE"?: " -r -F"
                    case "DIR"?: " -x -a '(__fish_complete_directories)'"
                    case .some where option.valueIsOptional: ""
                    case "auto|always|never"?: " -x -a 'auto always never'"
                    case .some: " -x"
                    case nil: ""
                    }
                lines.append(
                    "complete -c kata -n '\(condition)' -l \(option.name.dropFirst(2))\(value)"
                        + " -d '\(fishText(option.explanation.text()))'"
                )
            }
            let choices = choices(manual, manuals)
            if takesKata(manual) {
                lines.append("complete -c kata -n '\(condition)' -a '(__kata_names)'")
            } else if takesFolder(manual) {
                lines.append("complete -c kata -n '\(condition)' -a '(__fish_complete_directories)'")
            } else if !choices.isEmpty {
                lines.append("complete -c kata -n '\(condition)' -a '\(choices)'")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fishText(_ text: String) -> String {
        String(text.flatMap { $0 == "'" ? "\\'" : $0 == "`" ? "" : String($0) })
    }
}
