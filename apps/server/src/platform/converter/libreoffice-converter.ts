import { hash } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import type { WorkClient } from '@moqi/pdf/workers/bounded-workers'
import { fairTurns } from '@moqi/pdf/workers/fair-turns'
import { slowFiles } from '@moqi/pdf/workers/slow-files'
import { asRefusal } from '#src/platform/work-refusal.ts'
import type { Workshop } from '#src/platform/workshop.ts'
import type { Converter } from './converter.ts'
import type { Office } from './office.ts'

/**
 * `workshop`: reads what a docx says about itself; `office`: null when there is none; `limitMs`: for one document;
 * `waiting`: documents that may queue.
 */
export type LibreofficeOptions = {
  log: (line: string, detail?: unknown) => void
  workshop: Pick<Workshop, 'for'>
  office: Office | null
  limitMs?: number
  waiting?: number
}

/** What LibreOffice answers: the document in both forms, and the font families it has. */
type Converted = { pdf: Buffer; docx: Buffer; families: ReadonlySet<string> }

const missing = '服务器未安装文件转换组件，请另存为PDF后上传'
const failed = '文件转换失败，请另存为PDF后重试'
const tooSlow = '文件转换超时，请另存为PDF后重试'
const unsafe = '服务器暂不能安全地转换文件，请另存为PDF后上传'

/**
 * Converts with a LibreOffice that takes one document at a time, whose clients take turns. One that does not answer in
 * time is ended, and its document refused at once for a while.
 */
export function libreofficeConverter(options: LibreofficeOptions): Converter {
  const { log, workshop, office, limitMs = 60_000, waiting = 16 } = options
  const turn = fairTurns(waiting)
  const slow = slowFiles()

  const convertOne = async (
    chosen: Office,
    bytes: Buffer,
    { kind, gone }: { kind: 'doc' | 'docx'; gone: AbortSignal | undefined },
  ): Promise<Converted> => {
    const late = AbortSignal.timeout(limitMs)
    const signal = gone ? AbortSignal.any([late, gone]) : late
    const convert = (to: 'pdf' | 'docx') =>
      chosen.convert(bytes, { from: kind, to }, signal).catch((error: unknown) => {
        if (error instanceof Refusal) throw error
        log('no document can be converted', error)
        throw new Refusal('file/conversion', { message: failed }, { cause: error })
      })
    const docx = kind === 'docx' ? bytes : await convert('docx')
    const pdf = docx && (await convert('pdf'))
    if (!pdf && late.aborted) slow.add(hash('sha256', bytes))
    if (!pdf) throw new Refusal('file/conversion', { message: late.aborted ? tooSlow : failed })
    return { pdf, docx, families: await chosen.families() }
  }

  const workFor = (client: WorkClient): Converter => ({
    for: workFor,
    async convert(bytes, kind) {
      if (!office) throw new Refusal('file/conversion', { message: missing })
      const { usable } = await office.state()
      if (!usable) throw new Refusal('file/conversion', { message: unsafe })
      if (slow.has(hash('sha256', bytes))) throw new Refusal('file/conversion', { message: tooSlow })
      const { pdf, docx, families } = await turn(client, () =>
        convertOne(office, bytes, { kind, gone: client.signal }),
      ).catch(asRefusal)
      const { fonts, revisions, pages } = await workshop.for(client).wordFacts(docx)
      const lacking = (family: string) => families.size > 0 && !families.has(family.toLowerCase())
      return { pdf, replacedFonts: fonts.filter(lacking), revisions, pages: kind === 'docx' ? pages : null }
    },
    confinement: async () => office?.state() ?? null,
    close: async () => office?.close(),
  })
  return workFor({ key: 'platform' })
}
