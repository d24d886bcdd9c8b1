import { type Confinement, confinements } from './confinement.ts'
import { runProgram } from './run-program.ts'

/** A confinement that hides what it must, or why there is none: for the operator, in English. */
export type Confined = { confinement: Confinement; reason: null } | { confinement: null; reason: string }

const probeLimitMs = 10_000

/**
 * Says in lines what a confined program can see or do that it must not, `done` at its end. Builtins of the shell alone,
 * since every program would be one more process.
 */
const rights = `
while IFS=':	 ' read -r key value rest; do
  case "$key" in
    Uid) [ "$value" = 0 ] && echo "root" ;;
    CapEff|CapPrm|CapAmb) [ "$value" = 0000000000000000 ] || echo "$key $value" ;;
    NoNewPrivs) [ "$value" = 1 ] || echo "new privileges" ;;
  esac
done < /proc/$$/status
for folder in / /usr/lib /etc; do [ -w "$folder" ] && echo "writes $folder"; done
for path in "$@"; do [ -e "$path" ] && echo "$path"; done
`
const surroundings = `
for entry in /proc/[0-9]*; do
  pid=\${entry#/proc/}
  [ "$pid" = 1 ] || [ "$pid" = $$ ] || echo "process $pid"
done
read -r first < /proc/1/comm; [ "$first" = bwrap ] || echo "process $first"
while IFS=': ' read -r name rest; do
  case "$name" in lo|Inter-*|face) ;; *) echo "network $name" ;; esac
done < /proc/net/dev
`

/**
 * The strictest confinement that works here and hides `hidden` (absolute paths), tried by a command that looks for what
 * must not be there.
 */
export async function probeConfinement(
  hidden: readonly string[],
  tried: readonly Confinement[] = confinements(process.getuid?.() === 0),
): Promise<Confined> {
  const reasons = []
  for (const confinement of tried) {
    const reason = await faultOf(confinement, hidden)
    if (reason === null) return { confinement, reason }
    reasons.push(reason)
  }
  return { confinement: null, reason: reasons.at(-1) ?? 'none is known' }
}

/** Null when the probe ran and saw nothing. */
async function faultOf({ prefix, apart }: Confinement, hidden: readonly string[]): Promise<string | null> {
  const probe = `${rights}${apart ? surroundings : ''}\necho done`
  const command = [...prefix(), '/bin/sh', '-c', probe, 'probe', ...hidden]
  const { code, output, errors } = await runProgram(command, { env: {}, signal: AbortSignal.timeout(probeLimitMs) })
  const seen = output.toString().trim().split('\n')
  if (code !== 0 || seen.pop() !== 'done') return errors.trim().slice(0, 300) || `the probe ended with ${code}`
  return seen.length === 0 ? null : `a confined program sees: ${seen.join(', ').slice(0, 300)}`
}
