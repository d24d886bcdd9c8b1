import { Refusal } from '@moqi/domain/refusal'
import { boundedWorkers, type WorkerBounds, WorkerFailure } from '@moqi/pdf/workers/bounded-workers'
import type { Inspected } from '@moqi/intake/inspect-pdf'
import { intakePool } from '@moqi/intake/intake-pool'
import type { IntakeChoices } from '@moqi/intake/intake-refusal'
import type { WordFacts } from '@moqi/intake/word-facts'
import { pageImagePool } from '@moqi/pdf/page-image/page-image-pool'
import { type ChangedPage, PageImageRefusal } from '@moqi/pdf/page-image/render-page'
import type { Handwriting } from '@moqi/signing/seal-art/handwriting'
import { type FindOptions, type TextMatch, TextSearchRefusal } from '@moqi/pdf/text-search/find-text'
import type { PageLines } from '@moqi/pdf/text-search/read-lines'
import { textSearchPool } from '@moqi/pdf/text-search/text-search-pool'
import type { Verdict } from '@moqi/verify/verdict'
import type { AgreementContent, TypesetAgreement } from '@moqi/evidence/agreement/agreement-content'
import type { CopyContent } from '@moqi/evidence/agreement/marked-copy'
import type { ReportContent } from '@moqi/evidence/report/report-content'
import { byteCache } from './byte-cache.ts'
import { reportPool } from './report-pool.ts'
import type { Workbook, WorkbookBounds, WorkbookFaultReason } from './spreadsheet/read-workbook.ts'
import type { WorkbookJob, WorkbookReply } from './spreadsheet/workbook-worker.ts'

/**
 * Heavy work on PDFs in worker threads. Every job is bounded in time and memory, and a worker that does not come back
 * is replaced. Throws `request/too-often` when too much is waiting, `file/too-complex` when a job exceeds its bounds.
 */
export type Workshop = {
  /** Judges an upload; throws IntakeRefusal for a file that cannot be signed. The given bytes stay the caller's. */
  inspect: (bytes: Buffer, choices?: IntakeChoices) => Promise<Inspected>
  /** Opens an Office file by its password; throws IntakeRefusal. The given bytes stay the caller's. */
  unlock: (bytes: Buffer, password: string) => Promise<Buffer>
  /** What a docx says about itself; throws IntakeRefusal. The given bytes stay the caller's. */
  wordFacts: (docx: Buffer) => Promise<WordFacts>
  /** The drawn signature in a PNG, checked and trimmed; throws HandwritingRefusal. */
  handwriting: (png: Buffer) => Promise<Handwriting>
  /**
   * PNG of a page counted from 1, `widthPx` wide. `key` names the bytes, which are fetched only when no image is kept.
   * Throws `file/not-found` when there is no such page.
   */
  renderPage: (key: string, bytes: () => Promise<Buffer>, page: number, widthPx: number) => Promise<Buffer>
  /**
   * Judges the signatures of a PDF against the workshop's roots at this moment, and draws up to `pictures` (default 0)
   * of the pages that look different. Never throws for what is in the file.
   */
  verify: (bytes: Buffer, pictures?: number) => Promise<VerifiedFile>
  /** The same for what we have just made: pages are drawn only where our own strict profile leaves something open. */
  verifyOwn: (bytes: Buffer) => Promise<VerifiedFile>
  /** Where a keyword stands in a PDF, in reading order; see `findText` of the signing package. */
  findText: (bytes: Buffer, keyword: string, options: FindOptions) => Promise<readonly TextMatch[]>
  /** The text of a PDF as it reads, up to `most` UTF-16 units; see `readText` of the signing package. */
  readText: (bytes: Buffer, most: number) => Promise<string>
  /** The lines of the pages of a PDF on which one of the words stands; see `readLines` of the PDF package. */
  readLines: (bytes: Buffer, words: readonly string[]) => Promise<PageLines>
  /** The PDF of a report, not signed yet. */
  typeset: (content: ReportContent) => Promise<Buffer>
  /** The PDF of an agreement with the places to sign in it. */
  typesetAgreement: (content: AgreementContent) => Promise<TypesetAgreement>
  /** The PDF of a marked copy. */
  markedCopy: (content: CopyContent) => Promise<Buffer>
  /** SM3 in hexadecimal, of bytes that would hold up the others. */
  sm3: (bytes: Buffer) => Promise<string>
  /**
   * The cells of an `.xlsx` as text, within the bounds. Throws `file/type` for anything else, `file/damaged`, and
   * `file/too-complex` when it unpacks to too much.
   */
  readWorkbook: (bytes: Buffer, bounds: WorkbookBounds) => Promise<Workbook>
  close: () => Promise<void>
}

/** What goes to the verify worker: DER roots and revocation lists, and the moment of judgement in ms. */
export type VerifyJob = {
  bytes: Uint8Array
  roots: readonly Uint8Array[]
  crls: readonly Uint8Array[]
  now: number
  pictures: number
  /** As `VerifyOptions` has it. */
  drawsOnlyOthers: boolean
}

/** A verdict; pages that look different from what was signed as PNG in data URLs, null when not to be drawn. */
export type VerifiedFile = Omit<Verdict, 'changedPages'> & {
  changedPageArray?: (Pick<ChangedPage, 'page' | 'area'> & {
    signedImage: string | null
    currentImage: string | null
  })[]
}

/** `roots`: DER certificates a signature's chain may end at. */
export type WorkshopOptions = {
  roots: readonly Buffer[]
  /** Current revocation lists (DER) of the authorities under `roots`. */
  crls: () => Promise<Buffer[]>
  now: () => number
  /** Closed with the workshop. */
  threads?: WorkshopThreads
}

const imageBytes = 64 * 1024 * 1024

/** The threads of a workshop, by kind of work. They know nothing but their jobs. */
export type WorkshopThreads = ReturnType<typeof openWorkshopThreads>

/** Opens `workers` (default 1) for each kind; they start when first needed and do not keep the process alive. */
export function openWorkshopThreads({ workers = 1, waiting = 32 }: { workers?: number; waiting?: number } = {}) {
  const boundsOf = (file: string, timeLimitMs: number, megabytes: number): WorkerBounds => ({
    file: new URL(file, import.meta.url),
    workers,
    waiting,
    timeLimitMs,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const pools = {
    intake: intakePool({ workers, waiting }),
    pageImages: pageImagePool({ workers, waiting: waiting * 2 }),
    searches: textSearchPool({ workers, waiting }),
    verifiers: boundedWorkers<VerifyJob, VerifiedFile>(boundsOf('./verify-worker.ts', 20_000, 512)),
    reports: reportPool(boundsOf('./report-worker.ts', 20_000, 400)),
    workbooks: boundedWorkers<WorkbookJob, WorkbookReply>(boundsOf('./spreadsheet/workbook-worker.ts', 10_000, 384)),
  }
  return {
    ...pools,
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

/** Opens the workshop, with threads of its own unless it is given some. */
export function openWorkshop({ roots, crls, now, threads = openWorkshopThreads() }: WorkshopOptions): Workshop {
  const { intake, pageImages, searches, verifiers, reports, workbooks } = threads
  const images = byteCache(imageBytes)
  const judged = async (job: Pick<VerifyJob, 'bytes' | 'pictures' | 'drawsOnlyOthers'>) =>
    verifiers.run({ ...job, roots, crls: await crls(), now: now() }).catch(asRefusal)
  return {
    inspect: (bytes, choices) => intake.inspect(Buffer.from(bytes), choices).catch(asRefusal),
    unlock: (bytes, password) => intake.unlock(Buffer.from(bytes), password).catch(asRefusal),
    wordFacts: (docx) => intake.wordFacts(Buffer.from(docx)).catch(asRefusal),
    handwriting: (png) => reports.handwriting(png).catch(asRefusal),
    renderPage: (key, bytes, page, widthPx) =>
      images.get(`${key} ${page} ${widthPx}`, null, async () =>
        pageImages.render(await bytes(), page, widthPx).catch(asRefusal),
      ),
    verify: (bytes, pictures = 0) => judged({ bytes, pictures, drawsOnlyOthers: false }),
    verifyOwn: (bytes) => judged({ bytes, pictures: 0, drawsOnlyOthers: true }),
    findText: (bytes, keyword, options) => searches.find(bytes, keyword, options).catch(asRefusal),
    readText: (bytes, most) => searches.read(bytes, most).catch(asRefusal),
    readLines: (bytes, words) => searches.lines(bytes, words).catch(asRefusal),
    typeset: (content) => reports.typeset(content).catch(asRefusal),
    typesetAgreement: (content) => reports.typesetAgreement(content).catch(asRefusal),
    markedCopy: (content) => reports.markedCopy(content).catch(asRefusal),
    sm3: (bytes) => reports.sm3(bytes).catch(asRefusal),
    readWorkbook: async (bytes, bounds) => {
      const reply = await workbooks.run({ bytes, bounds }).catch(asRefusal)
      if (typeof reply === 'string') throw workbookRefusal(reply)
      return reply
    },
    close: () => threads.close(),
  }
}

function workbookRefusal(reason: WorkbookFaultReason): Refusal {
  if (reason === 'damaged') return new Refusal('file/damaged')
  if (reason === 'too-complex') {
    return new Refusal('file/too-complex', { message: '表格内容过多，请只保留需要的行后重新上传' })
  }
  const message =
    reason === 'old'
      ? '不支持旧版 .xls 或加密的表格，请另存为不加密的 .xlsx 后重新上传'
      : '仅支持 .xlsx 格式的表格，请下载模板填写'
  return new Refusal('file/type', { message })
}

function asRefusal(error: unknown): never {
  if (error instanceof TextSearchRefusal) throw new Refusal('file/too-complex', {}, { cause: error })
  if (error instanceof PageImageRefusal) {
    throw new Refusal(error.reason === 'no-such-page' ? 'file/not-found' : 'file/too-complex', {}, { cause: error })
  }
  if (!(error instanceof WorkerFailure) || error.reason === 'closed') throw error
  if (error.reason === 'busy') {
    throw new Refusal(
      'request/too-often',
      { retryAfter: 5, message: '正在处理的文件较多，请稍后再试' },
      { cause: error },
    )
  }
  throw new Refusal('file/too-complex', {}, { cause: error })
}
