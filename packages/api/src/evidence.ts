import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, time } from './shapes.ts'

const refuses = ['contract/not-found', 'contract/other-space', 'contract/not-downloadable'] as const
const making = [...refuses, 'evidence/not-ready', 'file/too-complex'] as const
const signIdOnly = z.object({ signId: id })

/** Evidence of one contract, free for whoever has an entry of it. */
export const evidence = callsUnder('/api/common/v1/evidence')({
  getEvidence: {
    path: '/api/common/v1/evidence/info',
    summary: '合同的证据：可下载什么、操作日志证明到何时',
    scope: 'download',
    input: signIdOnly,
    output: z.object({
      reportAvailable: flag,
      bundleAvailable: flag,
      logCount: z.int(),
      /** When the signed root was time-stamped that the newest line is under; null while it waits for one. */
      anchorTime: time.nullable(),
    }),
    refuses: ['contract/not-found', 'contract/other-space'],
  },
  downloadEvidenceReport: {
    path: '/api/common/v1/evidence/report',
    summary: '下载签署报告（PDF）',
    scope: 'download',
    kind: 'blob',
    input: signIdOnly,
    refuses: making,
    limit: { count: 10, seconds: 60 },
  },
  downloadEvidenceBundle: {
    path: '/api/common/v1/evidence/bundle',
    summary: '下载证据包（zip，可离线验证）',
    scope: 'download',
    kind: 'blob',
    input: signIdOnly,
    refuses: making,
    limit: { count: 5, seconds: 60 },
  },
})
