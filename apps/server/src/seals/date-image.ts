import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import { isCivilDate, shanghaiDate } from '@moqi/domain/time/civil-date'
import { formatCivilDate } from '@moqi/domain/time/date-control'
import { drawDate } from '@moqi/signing/seal-art/draw-date'
import type { Handler } from '#src/platform/handlers.ts'

/** A day as a signing-date control will write it, drawn (checklist C27). */
export const getDatePngSrc: Handler<typeof seal.getDatePngSrc> = async ({ now }, _member, input) => {
  const { date, format, fontSize } = input
  const day = date === undefined ? shanghaiDate(now()) : dayOf(date)
  const { png, widthMm, heightMm } = drawDate(formatCivilDate(day, format), fontSize)
  return { datePngSrc: `data:image/png;base64,${png.toString('base64')}`, width: widthMm, height: heightMm }
}

/** The day that yyyy-mm-dd names. Throws `field/invalid` for one that there is not. */
function dayOf(date: string) {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/u.exec(date) ?? []).map(Number)
  const found = { year: year ?? 0, month: month ?? 0, day: day ?? 0 }
  if (!isCivilDate(found))
    throw new Refusal('field/invalid', { field: 'date', message: '请输入正确的日期，如2026-01-31' })
  return found
}
