/** What a tab keeps of a code: the key that says it is the phone that scanned first, and the way back to it. */

const keyName = (ticket: string) => `face ${ticket}`
const lastName = 'face last'
/** A browser that keeps nothing still has them until it leaves the page. */
const memory = new Map<string, string>()

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name) ?? null
  } catch {
    return memory.get(name) ?? null
  }
}

function write(name: string, value: string): void {
  memory.set(name, value)
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // Full, or forbidden: the page has it.
  }
}

/** The phone's own key for that code: 128 bits, made when it is first asked for. */
export function phoneKeyOf(ticket: string): string {
  const known = read(keyName(ticket))
  if (known) return known
  const made = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  write(keyName(ticket), made)
  return made
}

/** Keeps which code the phone has left for the gateway. */
export const keepTicket = (ticket: string): void => write(lastName, ticket)

/** The code the phone left for the gateway; null in another browser than it left from. */
export const keptTicket = (): string | null => read(lastName)
