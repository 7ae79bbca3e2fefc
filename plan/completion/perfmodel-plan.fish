# fish completion of perfmodel-plan: installed into vendor_completions.d. The words come from the program itself.

function __perfmodel_plan_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] --complete $words[2..-1] 2>/dev/null)
        if string match -q '@files*' -- $line
            set -l endings (string split -n ' ' -- (string replace '@files' '' -- $line))
            if test (count $endings) -eq 0
                __fish_complete_path (commandline -ct)
            end
            for ending in $endings
                __fish_complete_suffix .$ending
            end
        else
            echo $line
        end
    end
end
complete -c perfmodel-plan -f -a '(__perfmodel_plan_complete)'
