import { boundedWorkers, type WorkClient, type WorkerBounds } from '@moqi/pdf/workers/bounded-workers'
import { comparePool } from '@moqi/pdf/compare/compare-pool'
import { CompareRefusal, type Comparison } from '@moqi/pdf/compare/comparison'
import type { DrawnPage } from '@moqi/pdf/compare/draw-differing'
import type { FileKind } from '@moqi/intake/file-kind'
import type { Inspected } from '@moqi/intake/inspect-pdf'
import { intakePool } from '@moqi/intake/intake-pool'
import type { IntakeChoices } from '@moqi/intake/intake-refusal'
import type { WordFacts } from '@moqi/intake/word-facts'
import { pageImagePool } from '@moqi/pdf/page-image/page-image-pool'
import type { ChangedPage } from '@moqi/pdf/page-image/render-page'
import type { Handwriting } from '@moqi/signing/seal-art/handwriting'
import type { FindOptions, TextMatch } from '@moqi/pdf/text-search/find-text'
import type { PageLines } from '@moqi/pdf/text-search/read-lines'
import { textSearchPool } from '@moqi/pdf/text-search/text-search-pool'
import type { Verdict } from '@moqi/verify/verdict'
import type { AgreementContent, TypesetAgreement } from '@moqi/evidence/agreement/agreement-content'
import type { CopyContent } from '@moqi/evidence/agreement/marked-copy'
import type { InvoiceSheet } from '@moqi/evidence/report/invoice-sheet'
import type { ReportContent } from '@moqi/evidence/report/report-content'
import { byteCache } from './byte-cache.ts'
import { reportPool } from './report-pool.ts'
import { asRefusal, workbookRefusal } from './work-refusal.ts'
import { sharedWork } from './shared-work.ts'
import type { Workbook, WorkbookBounds } from './spreadsheet/read-workbook.ts'
import type { WorkbookJob, WorkbookReply } from './spreadsheet/workbook-worker.ts'

/** A file that is read when its turn has come. */
export type FileToRead = { sha256: string; read: () => Promise<Buffer> }

/**
 * Heavy work on PDFs in worker threads. Every job is bounded in CPU time and memory, and a worker that does not come
 * back is replaced. Clients take turns. Throws `request/too-often` when too much is waiting or the machine is too busy,
 * `file/too-complex` when a job exceeds its bounds.
 */
export type Workshop = {
  /** The same workshop at work for somebody else; by itself it works for the platform. */
  for: (client: WorkClient) => Workshop
  /** What a file is by its bytes; throws IntakeRefusal. */
  fileKind: (file: Buffer | FileToRead) => Promise<FileKind>
  /** Judges an upload; throws IntakeRefusal for a file that cannot be signed. The given bytes stay the caller's. */
  inspect: (file: Buffer | FileToRead, choices?: IntakeChoices) => Promise<Inspected>
  /** Opens an Office file by its password; throws IntakeRefusal. The given bytes stay the caller's. */
  unlock: (file: Buffer | FileToRead, password: string) => Promise<Buffer>
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
   * Judges the signatures of a PDF or an OFD against the workshop's roots at this moment, and draws up to `pictures`
   * (default 0) of the pages that look different. Never throws for what is in the file.
   */
  verify: (file: Buffer | FileToRead, pictures?: number) => Promise<VerifiedFile>
  /** As `verify`, for a document that the platform keeps, in a thread that nothing from outside can keep busy. */
  verifyKept: (bytes: Buffer) => Promise<VerifiedFile>
  /**
   * As `verifyKept`, for what we have just made: pages are drawn only where our own strict profile leaves something
   * open.
   */
  verifyOwn: (bytes: Buffer) => Promise<VerifiedFile>
  /**
   * How two PDFs differ, in a thread of its own, with up to `pictures` of the pages that do; see `compareFiles` of the
   * PDF package. Throws CompareRefusal.
   */
  compare: (before: FileToRead, after: FileToRead, pictures: number) => Promise<Comparison & { pictures: DrawnPage[] }>
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
  /** The PDF of a sample of an invoice. */
  typesetInvoice: (content: InvoiceSheet) => Promise<Buffer>
  /** SM3 in hexadecimal, of bytes that would hold up the others. */
  sm3: (bytes: Buffer) => Promise<string>
  /**
   * The cells of an `.xlsx` as text, within the bounds. Throws `file/type` for anything else, `file/damaged`, and
   * `file/too-complex` when it unpacks to too much.
   */
  readWorkbook: (file: Buffer | FileToRead, bounds: WorkbookBounds) => Promise<Workbook>
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
  changedPageArray?: (Pick<ChangedPage, 'page' | 'area' | 'fieldName'> & {
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
  const boundsOf = (file: string, cpuLimitMs: number, megabytes: number): WorkerBounds => ({
    file: new URL(file, import.meta.url),
    workers,
    waiting,
    cpuLimitMs,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const verifying = boundsOf('./verify-worker.ts', 20_000, 512)
  const reporting = boundsOf('./report-worker.ts', 20_000, 400)
  const pools = {
    intake: intakePool({ workers, waiting }),
    pageImages: pageImagePool({ workers, waiting: waiting * 2 }),
    searches: textSearchPool({ workers, waiting }),
    verifiers: boundedWorkers<VerifyJob, VerifiedFile>(verifying),
    ownVerifiers: boundedWorkers<VerifyJob, VerifiedFile>(verifying),
    comparisons: comparePool({ workers, waiting }),
    handwriting: reportPool(reporting),
    reports: reportPool(reporting),
    workbooks: boundedWorkers<WorkbookJob, WorkbookReply>(boundsOf('./spreadsheet/workbook-worker.ts', 10_000, 384)),
  }
  return {
    ...pools,
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

/** What a comparison says of its files is no failure of the work. */
function unlessRefused(error: unknown): never {
  if (error instanceof CompareRefusal) throw error
  return asRefusal(error)
}

/** Whom the workshop works for when nobody asks: jobs. */
const platform: WorkClient = { key: 'platform' }

/** Opens the workshop, with threads of its own unless it is given some. */
export function openWorkshop({ roots, crls, now, threads = openWorkshopThreads() }: WorkshopOptions): Workshop {
  const images = byteCache(imageBytes)
  const drawings = sharedWork<Buffer>()
  const verifyJob = async (job: Pick<VerifyJob, 'bytes' | 'pictures' | 'drawsOnlyOthers'>): Promise<VerifyJob> => {
    const { bytes, pictures, drawsOnlyOthers } = job
    return { bytes, roots, crls: await crls(), now: now(), pictures, drawsOnlyOthers }
  }

  const workFor = (client: WorkClient): Workshop => {
    const { intake, pageImages, searches, verifiers, ownVerifiers, comparisons, handwriting, reports, workbooks } =
      threads
    const given = (file: Buffer | FileToRead) =>
      Buffer.isBuffer(file)
        ? { client, key: undefined, bytes: () => Buffer.from(file) }
        : { client, key: file.sha256, bytes: () => file.read() }
    const ofOurs = (bytes: Buffer, drawsOnlyOthers: boolean) => {
      const job = () => verifyJob({ bytes, pictures: 0, drawsOnlyOthers })
      return ownVerifiers.run({ client, job }).catch(asRefusal)
    }
    return {
      for: workFor,
      fileKind: (file) => intake.kind(given(file)).catch(asRefusal),
      inspect: (file, choices) => intake.inspect(given(file), choices).catch(asRefusal),
      unlock: (file, password) => intake.unlock(given(file), password).catch(asRefusal),
      wordFacts: (docx) => intake.wordFacts(given(docx)).catch(asRefusal),
      handwriting: (png) => handwriting.handwriting(client, png).catch(asRefusal),
      renderPage: (key, bytes, page, widthPx) => {
        const name = `${key} ${page} ${widthPx}`
        const draw = (signal: AbortSignal) =>
          images.get(name, null, () =>
            pageImages.render({ client: { key: client.key, signal }, key, bytes, page, widthPx }),
          )
        return drawings(name, client.signal, draw).catch(asRefusal)
      },
      verify: (file, pictures = 0) => {
        const { bytes, key: name } = given(file)
        const job = async () => verifyJob({ bytes: await bytes(), pictures, drawsOnlyOthers: false })
        return verifiers.run({ client, name, job }).catch(asRefusal)
      },
      verifyKept: (bytes) => ofOurs(bytes, false),
      verifyOwn: (bytes) => ofOurs(bytes, true),
      compare: (before, after, pictures) => {
        const key = `${before.sha256} ${after.sha256}`
        const files = { before: () => before.read(), after: () => after.read() }
        return comparisons.compare({ client, key, ...files, pictures }).catch(unlessRefused)
      },
      findText: (bytes, keyword, options) => searches.find(client, bytes, keyword, options).catch(asRefusal),
      readText: (bytes, most) => searches.read(client, bytes, most).catch(asRefusal),
      readLines: (bytes, words) => searches.lines(client, bytes, words).catch(asRefusal),
      typeset: (content) => reports.typeset(client, content).catch(asRefusal),
      typesetAgreement: (content) => reports.typesetAgreement(client, content).catch(asRefusal),
      markedCopy: (content) => reports.markedCopy(client, content).catch(asRefusal),
      typesetInvoice: (content) => reports.typesetInvoice(client, content).catch(asRefusal),
      sm3: (bytes) => reports.sm3(client, bytes).catch(asRefusal),
      readWorkbook: async (file, bounds) => {
        const { bytes, key: name } = given(file)
        const reply = await workbooks
          .run({ client, name, job: async () => ({ bytes: await bytes(), bounds }) })
          .catch(asRefusal)
        if (typeof reply === 'string') throw workbookRefusal(reply)
        return reply
      },
      close: () => threads.close(),
    }
  }
  return workFor(platform)
}
