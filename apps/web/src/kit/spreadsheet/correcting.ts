/** What is wrong with a cell. */
export type CellFault = { field: string; message: string }
/** The texts of a row by their fields. */
export type CellTexts<F extends string> = Readonly<Record<F, string>>
/** A row of a spreadsheet that the server could not take. */
export type FaultyCells<F extends string> = CellTexts<F> & { row: number; faultArray: CellFault[] }
/** A faulty row as the person is correcting it: what the server said of it, and what stands in it now. */
export type CorrectedRow<F extends string> = { readonly from: FaultyCells<F>; readonly texts: CellTexts<F> }

/** What a page knows of the rows it takes. */
export type RowRules<F extends string> = {
  readonly columns: readonly { readonly field: F; readonly label: string }[]
  readonly textsOf: (from: CellTexts<F>) => CellTexts<F>
  readonly withText: (texts: CellTexts<F>, field: F, text: string) => CellTexts<F>
  /** The faults that can be told here, and what makes two rows the same. */
  readonly judge: (texts: CellTexts<F>) => { faults: CellFault[]; key: string }
}

/** A faulty row before anything was corrected. */
export const startCorrecting = <F extends string>(
  { textsOf }: Pick<RowRules<F>, 'textsOf'>,
  from: FaultyCells<F>,
): CorrectedRow<F> => ({ from, texts: textsOf(from) })

/** Whether the person has written something else into a row. */
export const isTouched = <F extends string>(
  { columns }: Pick<RowRules<F>, 'columns'>,
  { from, texts }: CorrectedRow<F>,
): boolean => columns.some(({ field }) => texts[field] !== from[field])

/**
 * What is wrong with a row as it stands: at first what the server said, then what the rules say of what was written.
 * What only the server can tell stays until its cell is written anew; of a cell that makes the row the same as another,
 * until the row is the same no more.
 */
export function faultsNow<F extends string>(rules: RowRules<F>, row: CorrectedRow<F>): CellFault[] {
  const { from, texts } = row
  if (!isTouched(rules, row)) return from.faultArray
  const [before, now] = [rules.judge(rules.textsOf(from)), rules.judge(texts)]
  const untold = from.faultArray.filter((fault) => !isAt(before.faults, fault) && !isAt(now.faults, fault))
  const stays = (fault: CellFault) =>
    isOfKey(rules, row, fault) ? now.key === before.key : !isRewritten(rules, row, fault)
  return [...now.faults, ...untold.filter(stays)]
}

const isAt = (faults: readonly CellFault[], { field }: CellFault) => faults.some((one) => one.field === field)

/** Whether the cell of a fault was written anew. */
const isRewritten = <F extends string>({ columns }: RowRules<F>, { from, texts }: CorrectedRow<F>, fault: CellFault) =>
  columns.some(({ field }) => field === fault.field && texts[field] !== from[field])

/** Whether the cell of a fault is one of those that make a row the same as another. */
function isOfKey<F extends string>(rules: RowRules<F>, { from }: CorrectedRow<F>, fault: CellFault): boolean {
  const texts = rules.textsOf(from)
  const column = rules.columns.find(({ field }) => field === fault.field)
  return column !== undefined && rules.judge(rules.withText(texts, column.field, '')).key !== rules.judge(texts).key
}

/** The rows that were corrected as far as the rules can say, as the server takes them. */
export const correctionsOf = <F extends string>(
  rules: RowRules<F>,
  rows: readonly CorrectedRow<F>[],
): (CellTexts<F> & { row: number })[] =>
  rows.filter((row) => faultsNow(rules, row).length === 0).map(({ from, texts }) => ({ row: from.row, ...texts }))
