import { parentPort } from 'node:worker_threads'
import { digest } from '@moqi/signing/cms/algorithms'
import { typesetReport } from '@moqi/signing/report/typeset-report'
import type { ReportJob, ReportReply } from './report-pool.ts'

/** Typesets reports and hashes documents off the event loop, one after the other. */
parentPort?.on('message', (job: ReportJob) => parentPort?.postMessage(replyTo(job), []))

function replyTo(job: ReportJob): ReportReply {
  if (job.kind === 'typeset') return { kind: 'typeset', pdf: new Uint8Array(typesetReport(job.content)) }
  return { kind: 'sm3', hex: digest('SM3', job.bytes).toString('hex') }
}
