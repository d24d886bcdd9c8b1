/** Of our time: nobody's birthday. */
const day = /\b20[2-9]\d-[01]\d-[0-3]\d\b/
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** What may be somebody's: quoted text, an address, anything not English, long digits, long words without a meaning. */
const somebodys = [
  /"[^"]*"|`[^`]*`|“[^”]*”|(?<![A-Za-z])'[^']*'/,
  /[^\s@]+@\S+/,
  /[^\x20-\x7e\n]+/,
  /[\w*+/=-]*\d{4,}[\w*+/=-]*/,
  /[\w+/=-]{28,}/,
]
const parts = new RegExp([uuid, day, ...somebodys].map(({ source }) => source).join('|'), 'g')
const whole = new RegExp(`^(?:${uuid.source}|${day.source})$`)

/** A sentence without what it may quote of somebody's data; ids of rows stay. Errors quote what they choke on. */
export const plainSentence = (text: string): string => text.replace(parts, (part) => (whole.test(part) ? part : '…'))
