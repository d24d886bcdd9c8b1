import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getEmbedding, saveEmbedding } from './edit-embedding.ts'
import { issuePass } from './issue-pass.ts'
import { getSid, tieSid } from './tied-sid.ts'
import { endVisit, getOpener, getVisit, proveVisit, redeemPass, sendVisitCode } from './visits.ts'

/** The calls of this folder with the functions that answer them. */
export const embeddingCalls = {
  endVisit,
  getEmbedding,
  getOpener,
  getSid,
  getVisit,
  issuePass,
  proveVisit,
  redeemPass,
  saveEmbedding,
  sendVisitCode,
  tieSid,
} satisfies Partial<Handlers<Table>>
