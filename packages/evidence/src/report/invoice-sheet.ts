import type { Fact } from './report-content.ts'

/** An invoice to be typeset on one page: all words are the caller's. */
export interface InvoiceSheet {
  title: string
  /** What it is worth: stands above it and across it. */
  mark: string
  /** Two: at either end of the line beneath the title. */
  facts: Fact[]
  buyer: { label: string; rows: Fact[] }
  seller: { label: string; rows: Fact[] }
  columns: { title: string; width: number; right?: true }[]
  /** At most 30. */
  rows: string[][]
  /** Beneath the rows: what they add up to. */
  sums: string[]
  total: Fact[]
  notes: Fact[]
}
