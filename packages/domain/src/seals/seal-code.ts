import { shanghaiDate } from '../time/civil-date.ts'

/** The number a company's seal is kept under: YZ, year and month of its making, and its place among the company's. */
export function sealCode(madeAt: number, place: number): string {
  const { year, month } = shanghaiDate(madeAt)
  return `YZ${year}${String(month).padStart(2, '0')}${String(place).padStart(4, '0')}`
}
