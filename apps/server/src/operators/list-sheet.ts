import type { Table } from '@moqi/api/table'
import type { Input } from '@moqi/api/call'
import type { operatorExport } from '@moqi/api/operator-export'
import { formatDate } from '@moqi/domain/time/format-date'
import { Refusal } from '@moqi/domain/refusal'
import type { Operator } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handlers } from '#src/platform/handlers.ts'

/** The calls whose answers are exported: what a sheet holds is what its page shows. */
export type ListCalls = Pick<
  Handlers<Table>,
  | 'listTransfers'
  | 'findOrders'
  | 'listCatalogue'
  | 'listLooks'
  | 'listProposals'
  | 'listOfferProposals'
  | 'listPersonReviews'
  | 'listCompanyReviews'
  | 'listAppeals'
  | 'listFraudReports'
  | 'listFlaggedSpaces'
  | 'listContractFreezings'
  | 'listSealReviews'
  | 'listAwaitedInvoices'
  | 'findTenants'
  | 'findCertificates'
  | 'listArticles'
  | 'listBulletins'
  | 'listJobs'
  | 'listDroppedJobs'
  | 'listOperatorLog'
>

/** What is looked for, from where on. */
export type Asked = Omit<Input<typeof operatorExport.exportOperatorList>, 'list'> & { cursor?: string }
type Page = { rows: string[][]; nextCursor: string | null }
type Column<Row> = readonly [title: string, width: number, text: (row: Row) => string]

/** A list as a sheet: its head and widths (in characters), and its rows page by page. */
export type ListSheet = {
  heads: readonly string[]
  widths: readonly number[]
  read: (deps: Deps, operator: Operator, asked: Asked) => Promise<Page>
}

/** A sheet of these columns, whose rows are the answers of a call. */
export function sheet<Row>(
  columns: readonly Column<Row>[],
  read: (deps: Deps, operator: Operator, asked: Asked) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>,
): ListSheet {
  return {
    heads: columns.map(([title]) => title),
    widths: columns.map(([, width]) => width),
    read: async (deps, operator, asked) => {
      const { rows, nextCursor } = await read(deps, operator, asked)
      return { rows: rows.map((row) => columns.map(([, , text]) => text(row))), nextCursor }
    },
  }
}

/** A time (ms) as a cell has it; empty for none. */
export const moment = (at: number | null): string => (at === null ? '' : formatDate(at))
/** 分 as 元. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2)
/** What a list that is searched is asked. */
export const withSearch = ({
  search,
  cursor,
}: Pick<Asked, 'search' | 'cursor'>): { search?: string; cursor?: string } => ({
  ...(search && { search }),
  ...(cursor && { cursor }),
})

/** One of the states of a list; none where none is asked for. Throws `request/invalid` for any other word. */
export function oneOf<T extends string>(states: readonly T[], text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  const found = states.find((state) => state === text)
  if (found === undefined) throw new Refusal('request/invalid')
  return found
}
