import { boundedWorkers, type WorkClient, type WorkerBounds } from '@moqi/pdf/workers/bounded-workers'
import type { AgreementContent, TypesetAgreement } from '@moqi/evidence/agreement/agreement-content'
import type { CopyContent } from '@moqi/evidence/agreement/marked-copy'
import type { InvoiceSheet } from '@moqi/evidence/report/invoice-sheet'
import type { ReportContent } from '@moqi/evidence/report/report-content'
import { type Handwriting, HandwritingRefusal } from '@moqi/signing/seal-art/handwriting'

/** What goes to the worker. */
export type ReportJob =
  | { kind: 'typeset'; content: ReportContent }
  | { kind: 'agreement'; content: AgreementContent }
  | { kind: 'copy'; content: CopyContent }
  | { kind: 'invoice'; content: InvoiceSheet }
  | { kind: 'sm3'; bytes: Uint8Array }
  | { kind: 'handwriting'; png: Uint8Array }
/** What comes back. */
export type ReportReply =
  | { kind: 'typeset'; pdf: Uint8Array }
  | { kind: 'copy'; pdf: Uint8Array }
  | { kind: 'invoice'; pdf: Uint8Array }
  | { kind: 'agreement'; pdf: Uint8Array; sides: TypesetAgreement['sides'] }
  | { kind: 'sm3'; hex: string }
  | { kind: 'handwriting'; kept: Omit<Handwriting, 'png'> & { png: Uint8Array } }
  | { kind: 'no-handwriting'; reason: HandwritingRefusal['reason'] }

/** Reports typeset, documents hashed and drawn signatures trimmed in worker threads. Throws WorkerFailure. */
export type ReportPool = {
  /** The PDF of a report, not signed yet. */
  typeset: (client: WorkClient, content: ReportContent) => Promise<Buffer>
  /** The PDF of an agreement with the places to sign in it. */
  typesetAgreement: (client: WorkClient, content: AgreementContent) => Promise<TypesetAgreement>
  /** The PDF of a marked copy. */
  markedCopy: (client: WorkClient, content: CopyContent) => Promise<Buffer>
  /** The PDF of a sample of an invoice. */
  typesetInvoice: (client: WorkClient, content: InvoiceSheet) => Promise<Buffer>
  /** SM3 in hexadecimal. */
  sm3: (client: WorkClient, bytes: Buffer) => Promise<string>
  /** As handwritingImage; throws HandwritingRefusal. */
  handwriting: (client: WorkClient, png: Buffer) => Promise<Handwriting>
  close: () => Promise<void>
}

/** Opens a pool of report workers; a worker that answers something else than it was asked is a bug. */
export function reportPool(bounds: WorkerBounds): ReportPool {
  const pool = boundedWorkers<ReportJob, ReportReply>(bounds)
  return {
    async typeset(client, content) {
      const reply = await pool.run({ client, job: () => ({ kind: 'typeset', content }) })
      if (reply.kind !== 'typeset') throw new Error('the worker did something else')
      return Buffer.from(reply.pdf)
    },
    async typesetAgreement(client, content) {
      const reply = await pool.run({ client, job: () => ({ kind: 'agreement', content }) })
      if (reply.kind !== 'agreement') throw new Error('the worker did something else')
      return { pdf: Buffer.from(reply.pdf), sides: reply.sides }
    },
    async markedCopy(client, content) {
      const reply = await pool.run({ client, job: () => ({ kind: 'copy', content }) })
      if (reply.kind !== 'copy') throw new Error('the worker did something else')
      return Buffer.from(reply.pdf)
    },
    async typesetInvoice(client, content) {
      const reply = await pool.run({ client, job: () => ({ kind: 'invoice', content }) })
      if (reply.kind !== 'invoice') throw new Error('the worker did something else')
      return Buffer.from(reply.pdf)
    },
    async sm3(client, bytes) {
      const reply = await pool.run({ client, job: () => ({ kind: 'sm3', bytes }) })
      if (reply.kind !== 'sm3') throw new Error('the worker did something else')
      return reply.hex
    },
    async handwriting(client, png) {
      const reply = await pool.run({ client, job: () => ({ kind: 'handwriting', png }) })
      if (reply.kind === 'no-handwriting') throw new HandwritingRefusal(reply.reason)
      if (reply.kind !== 'handwriting') throw new Error('the worker did something else')
      return { ...reply.kept, png: Buffer.from(reply.kept.png) }
    },
    close: () => pool.close(),
  }
}
