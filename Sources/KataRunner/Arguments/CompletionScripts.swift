/// Shell scripts made from the commands' manuals, so that they can't fall behind.
///
/// At completion time a script asks `kata list --names` for the katas of the workbook around it.
struct CompletionScripts {
    let manuals: [Manual]
    /// What zsh and fish say beside a command or an option. bash says nothing.
    let language: Language

    func script(for shell: CompletionsCommand.Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private var words: [String] {
        var seen: Set<String> = []
        return manuals.compactMap { $0.name.split(separator: " ").first.map(String.init) }
            .filter { seen.insert($0).inserted }
    }

    private var authorWords: [String] {
        manuals.compactMap { $0.name.hasPrefix("author ") ? String($0.name.dropFirst("author ".count)) : nil }
    }

    private func summary(of word: String) -> String {
        let summary = manuals.first { $0.name == word }?.summary ?? "for authors of katas"
        return summary.text(in: language)
    }

    private func options(_ manual: Manual) -> [Manual.Option] { manual.options + Manual.common }

    /// Words that may follow a command and are known beforehand.
    private func choices(_ manual: Manual) -> String {
        switch manual.name {
        case "completions": "bash zsh fish"
        case "help": words.joined(separator: " ")
        default: ""
        }
    }

    private func takesKata(_ manual: Manual) -> Bool {
        manual.arguments.contains("kata") || manual.arguments.contains("chapter")
    }

    private func takesFolder(_ manual: Manual) -> Bool { manual.arguments.contains("folder") }

    // MARK: - bash

    private var bash: String {
        let cases = manuals.map { manual -> String in
            let options = options(manual).map(\.name).joined(separator: " ")
            let names =
                takesKata(manual)
                ? " $(_kata_names)" : takesFolder(manual) ? " $(compgen -d -- \"$current\")" : ""
            let choices = choices(manual)
            return """
                    "\(manual.name)") words="\(options)\(choices.isEmpty ? "" : " " + choices)\(names)" ;;
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
                    COMPREPLY=($(compgen -W "\(words.joined(separator: " "))" -- "$current"))
                    return
                fi
                if [ "$command" = author ]; then
                    if [ "$COMP_CWORD" -eq 2 ]; then
                        COMPREPLY=($(compgen -W "\(authorWords.joined(separator: " "))" -- "$current"))
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

    private var zsh: String {
        let commands = words.map { word in "        '\(word):\(zshText(summary(of: word)))'" }
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
                return "'\(option.name)[\(zshText(option.explanation.text(in: language)))]\(value)'"
            }
            let choices = choices(manual)
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
                        compadd \(authorWords.joined(separator: " "))
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
    private func zshText(_ text: String) -> String {
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

    private var fish: String {
        var lines = [
            "# Completes kata in fish.",
            "complete -c kata -f",
            "function __kata_names",
            "    kata list --names 2>/dev/null | string split ' '",
            "    echo all",
            "end",
        ]
        for word in words {
            lines.append(
                "complete -c kata -n __fish_use_subcommand -a \(word) -d '\(fishText(summary(of: word)))'"
            )
        }
        let author = authorWords
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
                        + " -d '\(fishText(option.explanation.text(in: language)))'"
                )
            }
            let choices = choices(manual)
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

    private func fishText(_ text: String) -> String {
        String(text.flatMap { $0 == "'" ? "\\'" : $0 == "`" ? "" : String($0) })
    }
}
