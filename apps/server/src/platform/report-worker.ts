import { parentPort } from 'node:worker_threads'
import { digest } from '@moqi/signing/cms/algorithms'
import { typesetReport } from '@moqi/signing/report/typeset-report'
import type { ReportJob, ReportReply } from './workshop.ts'

/** Typesets reports and hashes documents off the event loop, one after the other. */
parentPort?.on('message', (job: ReportJob) => parentPort?.postMessage(replyTo(job), []))

function replyTo(job: ReportJob): ReportReply {
  if (job.kind === 'typeset') return { pdf: new Uint8Array(typesetReport(job.content)) }
  return { sm3: digest('SM3', job.bytes).toString('hex') }
}
