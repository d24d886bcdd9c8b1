import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from '@moqi/domain/refusal'
import { bundledFontPaths } from '@moqi/pdf/fonts/bundled-fonts'
import type { Workshop } from '#src/platform/workshop.ts'
import type { Converter } from './converter.ts'
import { type Office, startOffice } from './office-process.ts'

/**
 * `workshop`: reads what a docx says about itself; `program`: path of soffice or null; `limitMs`: for one document;
 * `waiting`: documents that may queue.
 */
export type LibreofficeOptions = {
  log: (line: string, detail?: unknown) => void
  workshop: Pick<Workshop, 'wordFacts'>
  program?: string | null
  limitMs?: number
  waiting?: number
}

/** What LibreOffice answers: the document in both forms, and the font families it has. */
type Converted = { pdf: Buffer; docx: Buffer; families: ReadonlySet<string> }

const missing = '服务器未安装文件转换组件，请另存为PDF后上传'
const failed = '文件转换失败，请另存为PDF后重试'
const tooSlow = '文件转换超时，请另存为PDF后重试'
/** LibreOffice grows a little with every document. */
const documentsPerOffice = 100

/** Where soffice is: on the PATH, or in macOS's application folder. */
export function findOffice(env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = [...(env.PATH ?? '').split(delimiter), '/Applications/LibreOffice.app/Contents/MacOS']
  return folders.map((folder) => join(folder, 'soffice')).find((path) => existsSync(path)) ?? null
}

/**
 * Converts with a LibreOffice that is started by the first document, stays warm, and takes one document at a time. One
 * that does not answer in time is killed and replaced.
 */
export function libreofficeConverter(options: LibreofficeOptions): Converter {
  const { log, workshop, program = findOffice(), limitMs = 30_000, waiting = 16 } = options
  let office: Promise<Office> | null = null
  let [converted, queued] = [0, 0]
  let turn: Promise<unknown> = Promise.resolve()
  let closed = false

  const stop = async () => {
    const stopping = office
    office = null
    await stopping?.then(
      (running) => running.stop(),
      () => undefined,
    )
  }
  const warm = async (path: string): Promise<Office> => {
    if (closed) throw new Refusal('file/conversion', { message: failed })
    if (office && (converted >= documentsPerOffice || (await office.catch(() => null))?.ended() !== false)) await stop()
    if (!office) converted = 0
    office ??= startOffice(path, bundledFontPaths())
    return office
  }
  const convertOne = async (path: string, bytes: Buffer, kind: 'doc' | 'docx'): Promise<Converted> => {
    const running = await warm(path).catch((error: unknown) => {
      log('the document converter did not start', error)
      throw new Refusal('file/conversion', { message: failed }, { cause: error })
    })
    converted += 1
    const timer = setTimeout(() => void running.stop(), limitMs)
    const startedAt = performance.now()
    try {
      const docx = kind === 'docx' ? bytes : await running.convert(bytes, kind, 'docx')
      const pdf = docx && (await running.convert(bytes, kind, 'pdf'))
      if (!pdf) throw new Refusal('file/conversion', { message: late(startedAt, limitMs) ? tooSlow : failed })
      return { pdf, docx, families: running.families }
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async convert(bytes, kind) {
      if (!program) throw new Refusal('file/conversion', { message: missing })
      if (queued >= waiting) {
        throw new Refusal('request/too-often', { retryAfter: 5, message: '正在转换的文件较多，请稍后再试' })
      }
      queued += 1
      const result = turn.then(() => convertOne(program, bytes, kind)).finally(() => (queued -= 1))
      turn = result.catch(() => undefined)
      const { pdf, docx, families } = await result
      const { fonts, revisions, pages } = await workshop.wordFacts(docx)
      const lacking = (family: string) => families.size > 0 && !families.has(family.toLowerCase())
      return { pdf, replacedFonts: fonts.filter(lacking), revisions, pages: kind === 'docx' ? pages : null }
    },
    async close() {
      closed = true
      await stop()
    },
  }
}

const late = (startedAt: number, limitMs: number) => performance.now() - startedAt >= limitMs
