/** A table for spreadsheets: UTF-8 with a mark that says so, since Excel guesses otherwise (RFC 4180). */
export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** What begins like a formula would be run by the spreadsheet of whoever opens the table. */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
