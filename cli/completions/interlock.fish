# Made by "interlock completion fish" from cli/table.cpp; do not edit.
complete -c interlock -f
complete -c interlock -n __fish_use_subcommand -l help -d 'Show help; also after a command'
complete -c interlock -n __fish_use_subcommand -l version -d 'Print the version'
complete -c interlock -n __fish_use_subcommand -a run -d 'Run a command while holding a lock'
complete -c interlock -n '__fish_seen_subcommand_from run' -l wait -d 'Wait for the lock at most this long; 0 is one attempt' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from run' -l lease -d 'How long the lock outlives a frozen or unreachable holder; renewed in the background' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from run' -l shared -d 'Hold the lock as one of any number of readers; who runs without --shared waits for all of them'
complete -c interlock -n '__fish_seen_subcommand_from run' -l permits -d 'Hold N of the M permits that NAME has in all' -x
complete -c interlock -n '__fish_seen_subcommand_from run' -l on-lost -d 'If the lock is lost while the command runs: terminate (default) sends its process group TERM, then KILL, and exits 70; warn only says so and passes the command\'s exit code on' -x -a 'terminate warn'
complete -c interlock -n '__fish_seen_subcommand_from run' -l grace -d 'Time between TERM and KILL after a loss' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from run' -l label -d 'A note shown by interlock status, at most 128 bytes' -x
complete -c interlock -n '__fish_seen_subcommand_from run' -l order -d 'fair (default): first come, first served; barging: a newcomer may take a lock that happens to be free' -x -a 'fair barging'
complete -c interlock -n '__fish_seen_subcommand_from run' -l min-hold -d 'Keep the lock taken at least this long, even if the command ends sooner; not longer than the lease' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from run' -l max-hold -d 'Give the lock up after this long; the command is treated as after a loss' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from run' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from run' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n '__fish_seen_subcommand_from run; and contains -- -- (commandline -opc)' -a '(__fish_complete_command)'
complete -c interlock -n __fish_use_subcommand -a try -d 'Run a command if the lock is free at once'
complete -c interlock -n '__fish_seen_subcommand_from try' -l lease -d 'How long the lock outlives a frozen or unreachable holder; renewed in the background' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from try' -l shared -d 'Hold the lock as one of any number of readers; who runs without --shared waits for all of them'
complete -c interlock -n '__fish_seen_subcommand_from try' -l permits -d 'Hold N of the M permits that NAME has in all' -x
complete -c interlock -n '__fish_seen_subcommand_from try' -l on-lost -d 'If the lock is lost while the command runs: terminate (default) sends its process group TERM, then KILL, and exits 70; warn only says so and passes the command\'s exit code on' -x -a 'terminate warn'
complete -c interlock -n '__fish_seen_subcommand_from try' -l grace -d 'Time between TERM and KILL after a loss' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from try' -l label -d 'A note shown by interlock status, at most 128 bytes' -x
complete -c interlock -n '__fish_seen_subcommand_from try' -l order -d 'fair (default): first come, first served; barging: a newcomer may take a lock that happens to be free' -x -a 'fair barging'
complete -c interlock -n '__fish_seen_subcommand_from try' -l min-hold -d 'Keep the lock taken at least this long, even if the command ends sooner; not longer than the lease' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from try' -l max-hold -d 'Give the lock up after this long; the command is treated as after a loss' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from try' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from try' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n '__fish_seen_subcommand_from try; and contains -- -- (commandline -opc)' -a '(__fish_complete_command)'
complete -c interlock -n __fish_use_subcommand -a status -d 'Show who holds and who waits'
complete -c interlock -n '__fish_seen_subcommand_from status' -l json -d 'Print a JSON array; times in milliseconds (age_ms, left_ms)'
complete -c interlock -n '__fish_seen_subcommand_from status' -l deadlocks -d 'Show only cycles of threads that wait for each other\'s locks, and exit 1 if there is one'
complete -c interlock -n '__fish_seen_subcommand_from status' -l watch -d 'Show it again every second until interrupted'
complete -c interlock -n '__fish_seen_subcommand_from status' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from status' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n __fish_use_subcommand -a evict -d 'Take a lock away from its holder'
complete -c interlock -n '__fish_seen_subcommand_from evict' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from evict' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n __fish_use_subcommand -a elect -d 'Run a command while being the leader'
complete -c interlock -n '__fish_seen_subcommand_from elect' -l value -d 'What the leader tells everyone, such as the address to reach it at' -x
complete -c interlock -n '__fish_seen_subcommand_from elect' -l lease -d 'How long the lock outlives a frozen or unreachable holder; renewed in the background' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from elect' -l label -d 'A note shown by interlock status, at most 128 bytes' -x
complete -c interlock -n '__fish_seen_subcommand_from elect' -l grace -d 'Time between TERM and KILL after a loss' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from elect' -l once -d 'Do not campaign again after a loss, but exit 70'
complete -c interlock -n '__fish_seen_subcommand_from elect' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from elect' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n '__fish_seen_subcommand_from elect; and contains -- -- (commandline -opc)' -a '(__fish_complete_command)'
complete -c interlock -n __fish_use_subcommand -a leader -d 'Show who leads'
complete -c interlock -n '__fish_seen_subcommand_from leader' -l json -d 'Print a JSON object; null if nobody leads'
complete -c interlock -n '__fish_seen_subcommand_from leader' -l watch -d 'Print a line for each new leader or value until interrupted'
complete -c interlock -n '__fish_seen_subcommand_from leader' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from leader' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n __fish_use_subcommand -a once -d 'Run a command once for the whole fleet'
complete -c interlock -n '__fish_seen_subcommand_from once' -l wait -d 'Wait for another one that runs it at most this long, else exit 75' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from once' -l lease -d 'How long the lock outlives a frozen or unreachable holder; renewed in the background' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from once' -l grace -d 'Time between TERM and KILL after a loss' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from once' -l label -d 'A note shown by interlock status, at most 128 bytes' -x
complete -c interlock -n '__fish_seen_subcommand_from once' -l reset -d 'Forget the result, so that the next one runs a command again'
complete -c interlock -n '__fish_seen_subcommand_from once' -l status -d 'Tell how far it is (idle, running, done, failed); exits 1 if it is not done'
complete -c interlock -n '__fish_seen_subcommand_from once' -l json -d 'Of --status: print a JSON object'
complete -c interlock -n '__fish_seen_subcommand_from once' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from once' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n '__fish_seen_subcommand_from once; and contains -- -- (commandline -opc)' -a '(__fish_complete_command)'
complete -c interlock -n __fish_use_subcommand -a cell -d 'Read, write and watch a small value that all processes see'
complete -c interlock -n '__fish_seen_subcommand_from cell' -l fence -d 'Of set, cas and delete: write only if the cell has seen no newer fence, else exit 73' -x
complete -c interlock -n '__fish_seen_subcommand_from cell' -l after -d 'Of watch: only changes after this version' -x
complete -c interlock -n '__fish_seen_subcommand_from cell' -l count -d 'Of watch: end after this many changes' -x
complete -c interlock -n '__fish_seen_subcommand_from cell' -l json -d 'Print a JSON object for each line'
complete -c interlock -n '__fish_seen_subcommand_from cell' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from cell' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n '__fish_seen_subcommand_from cell' -a 'get set cas watch delete'
complete -c interlock -n __fish_use_subcommand -a latch -d 'Wait until something was counted down by others'
complete -c interlock -n '__fish_seen_subcommand_from latch' -l count -d 'How much has to be counted in all' -x
complete -c interlock -n '__fish_seen_subcommand_from latch' -l by -d 'How much an arrival counts' -x
complete -c interlock -n '__fish_seen_subcommand_from latch' -l wait -d 'Wait at most this long, else exit 75; what was counted stays counted' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from latch' -l json -d 'Of status: print a JSON object'
complete -c interlock -n '__fish_seen_subcommand_from latch' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from latch' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n '__fish_seen_subcommand_from latch' -a 'arrive wait arrive-and-wait status reset'
complete -c interlock -n __fish_use_subcommand -a barrier -d 'Meet a number of other processes'
complete -c interlock -n '__fish_seen_subcommand_from barrier' -l parties -d 'How many meet, 1 to 1000' -x
complete -c interlock -n '__fish_seen_subcommand_from barrier' -l wait -d 'Wait at most this long, else take the arrival back and exit 75' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from barrier' -l lease -d 'How long the lock outlives a frozen or unreachable holder; renewed in the background' -x -a '500ms 2s 30s 1m 1h'
complete -c interlock -n '__fish_seen_subcommand_from barrier' -l label -d 'A note shown by interlock status, at most 128 bytes' -x
complete -c interlock -n '__fish_seen_subcommand_from barrier' -l json -d 'Print a JSON object: generation, and whether this was the last to come'
complete -c interlock -n '__fish_seen_subcommand_from barrier' -l engine -d 'The engine that stores the locks, such as sqlite:/var/lib/app/locks.db' -x
complete -c interlock -n '__fish_seen_subcommand_from barrier' -l quiet -d 'Say nothing on standard error but errors'
complete -c interlock -n __fish_use_subcommand -a demo -d 'Watch five processes share one counter, and survive a kill and a freeze'
complete -c interlock -n '__fish_seen_subcommand_from demo' -l plain -d 'Plain lines of text, also on a terminal'
complete -c interlock -n __fish_use_subcommand -a completion -d 'Print a completion script for a shell'
complete -c interlock -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
complete -c interlock -n __fish_use_subcommand -a man -d 'Print the manual page'
complete -c interlock -n __fish_use_subcommand -a version -d 'Print the version'
