import { Refusal } from '@moqi/domain/refusal'
import type { Workshop } from '#src/platform/workshop.ts'
import type { Converter } from './converter.ts'
import type { Office } from './office.ts'

/**
 * `workshop`: reads what a docx says about itself; `office`: null when there is none; `limitMs`: for one document;
 * `waiting`: documents that may queue.
 */
export type LibreofficeOptions = {
  log: (line: string, detail?: unknown) => void
  workshop: Pick<Workshop, 'wordFacts'>
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

/** Converts with a LibreOffice that takes one document at a time. One that does not answer in time is ended. */
export function libreofficeConverter(options: LibreofficeOptions): Converter {
  const { log, workshop, office, limitMs = 30_000, waiting = 16 } = options
  let queued = 0
  let turn: Promise<unknown> = Promise.resolve()

  const convertOne = async (chosen: Office, bytes: Buffer, kind: 'doc' | 'docx'): Promise<Converted> => {
    const signal = AbortSignal.timeout(limitMs)
    const convert = (to: 'pdf' | 'docx') =>
      chosen.convert(bytes, { from: kind, to }, signal).catch((error: unknown) => {
        if (error instanceof Refusal) throw error
        log('no document can be converted', error)
        throw new Refusal('file/conversion', { message: failed }, { cause: error })
      })
    const docx = kind === 'docx' ? bytes : await convert('docx')
    const pdf = docx && (await convert('pdf'))
    if (!pdf) throw new Refusal('file/conversion', { message: signal.aborted ? tooSlow : failed })
    return { pdf, docx, families: await chosen.families() }
  }

  return {
    async convert(bytes, kind) {
      if (!office) throw new Refusal('file/conversion', { message: missing })
      const { usable } = await office.state()
      if (!usable) throw new Refusal('file/conversion', { message: unsafe })
      if (queued >= waiting) {
        throw new Refusal('request/too-often', { retryAfter: 5, message: '正在转换的文件较多，请稍后再试' })
      }
      queued += 1
      const result = turn.then(() => convertOne(office, bytes, kind)).finally(() => (queued -= 1))
      turn = result.catch(() => undefined)
      const { pdf, docx, families } = await result
      const { fonts, revisions, pages } = await workshop.wordFacts(docx)
      const lacking = (family: string) => families.size > 0 && !families.has(family.toLowerCase())
      return { pdf, replacedFonts: fonts.filter(lacking), revisions, pages: kind === 'docx' ? pages : null }
    },
    confinement: async () => office?.state() ?? null,
    close: async () => office?.close(),
  }
}
