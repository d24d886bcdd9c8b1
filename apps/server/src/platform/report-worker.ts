import { parentPort } from 'node:worker_threads'
import { digest } from '@moqi/trust/cms/keys'
import { markedCopy } from '@moqi/evidence/agreement/marked-copy'
import { typesetAgreement } from '@moqi/evidence/agreement/typeset-agreement'
import { typesetInvoice } from '@moqi/evidence/report/typeset-invoice'
import { typesetReport } from '@moqi/evidence/report/typeset-report'
import { handwritingImage, HandwritingRefusal } from '@moqi/signing/seal-art/handwriting'
import type { ReportJob, ReportReply } from './report-pool.ts'

/** Typesets reports and agreements, hashes documents and trims drawn signatures off the event loop, one by one. */
parentPort?.on('message', (job: ReportJob) => parentPort?.postMessage(replyTo(job), []))

function replyTo(job: ReportJob): ReportReply {
  if (job.kind === 'typeset') return { kind: 'typeset', pdf: new Uint8Array(typesetReport(job.content)) }
  if (job.kind === 'agreement') {
    const { pdf, sides } = typesetAgreement(job.content)
    return { kind: 'agreement', pdf: new Uint8Array(pdf), sides }
  }
  if (job.kind === 'copy') return { kind: 'copy', pdf: new Uint8Array(markedCopy(job.content)) }
  if (job.kind === 'invoice') return { kind: 'invoice', pdf: new Uint8Array(typesetInvoice(job.content)) }
  if (job.kind === 'handwriting') return handwriting(job.png)
  return { kind: 'sm3', hex: digest('SM3', job.bytes).toString('hex') }
}

function handwriting(png: Uint8Array): ReportReply {
  try {
    const { widthMm, heightMm, ...kept } = handwritingImage(Buffer.from(png))
    return { kind: 'handwriting', kept: { widthMm, heightMm, png: new Uint8Array(kept.png) } }
  } catch (error) {
    if (!(error instanceof HandwritingRefusal)) throw error
    return { kind: 'no-handwriting', reason: error.reason }
  }
}
