/** A label and what it says. */
export type Fact = readonly [label: string, value: string]

/** One piece of a report, from top to bottom. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; rows: Fact[] }
  /** Hashes in hexadecimal, set in groups. */
  | { kind: 'hashes'; rows: Fact[] }
  | { kind: 'note'; text: string }
  /** Numbered; the bold beginning and the rest. */
  | { kind: 'steps'; rows: Fact[] }
  /** Widths are parts of the whole. */
  | { kind: 'table'; columns: { title: string; width: number }[]; rows: string[][] }
  | { kind: 'code'; url: string; text: string }

/** A report to be typeset: all words are the caller's. */
export interface ReportContent {
  brand: string
  title: string
  subject: string
  number: string
  /** Stands on every page; null when there is nothing to warn of. */
  notice: string | null
  cover: Fact[]
  conclusion: { text: string; good: boolean }
  /** Each begins a page. */
  sections: { title: string; blocks: Block[] }[]
  /** Entries of the catalog by name: hexadecimal strings. */
  catalog: Record<string, string>
}
