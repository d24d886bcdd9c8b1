import { jobLimits, jobStates } from '@moqi/domain/operators/job-states'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { reason, time } from './shapes.ts'

const jobId = z.string().regex(/^\d{1,15}$/)
/** A kind of job, or words of its name. */
const search = z.string().trim().max(60)
const cursor = z.string().max(60)
const jobState = z.enum(jobStates)

const Job = z.object({
  jobId,
  jobState,
  /** The kind, as the log has it, and in words. */
  kind: z.string(),
  kindLabel: z.string(),
  /** When its turn is, or was; of one that is under way when it began. */
  time,
  /** How often it was tried, and how often it may be. */
  tries: z.int(),
  mostTries: z.int(),
  /** Without what it quotes of anybody's data. */
  fault: z.string().nullable(),
  /** Whose work it is; null: the platform's own, or several spaces'. */
  tenantId: z.string().nullable(),
  ownerName: z.string().nullable(),
})
/** A job of the server. */
export type Job = z.infer<typeof Job>

const DroppedJob = z.object({
  jobId,
  kind: z.string(),
  kindLabel: z.string(),
  dropTime: time,
  tries: z.int(),
  fault: z.string().nullable(),
  reason: z.string(),
  droppedBy: z.string(),
  ownerName: z.string().nullable(),
})
/** A job that is no longer done. */
export type DroppedJob = z.infer<typeof DroppedJob>

const kindNumbers = z.object({ kind: z.string(), kindLabel: z.string(), number: z.int() })
const chosen = z.array(jobId).min(1).max(jobLimits.atOnce)

/** Issue 18: what the server still has to do, and what it gave up, for those who run the platform. */
export const operatorJob = callsUnder('/operator/api', { access: 'operator' })({
  listJobs: {
    summary: '后台任务（最早的在前），按状态、种类与空间查找',
    input: z.object({
      jobState,
      search: search.optional(),
      tenantId: z.string().max(64).optional(),
      cursor: cursor.optional(),
    }),
    output: z.object({
      jobArray: z.array(Job),
      nextCursor: z.string().nullable(),
      /** How many there are in each state, whatever is looked for. */
      stateArray: z.array(z.object({ jobState, number: z.int() })),
    }),
    refuses: ['request/invalid'],
  },
  listDroppedJobs: {
    summary: '已停止的任务及原因（最近的在前）',
    input: z.object({ search: search.optional(), cursor: cursor.optional() }),
    output: z.object({ jobArray: z.array(DroppedJob), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  weighJobs: {
    summary: '重试或停止所选任务之前：将影响多少任务、几个空间',
    /** Those that are named; else all failed ones that are found so, up to what one deed may be about. */
    input: z.object({
      jobIdArray: chosen.optional(),
      jobState: jobState.optional(),
      search: search.optional(),
      tenantId: z.string().max(64).optional(),
    }),
    output: z.object({
      /** What the deed would be about: those of the wished ones that may be retried or dropped now. */
      jobIdArray: z.array(jobId),
      kindArray: z.array(kindNumbers),
      spaceNumber: z.int(),
      /** Of those named, how many have been done, or are under way, meanwhile. */
      goneNumber: z.int(),
    }),
  },
  retryJobs: {
    summary: '立即重试所选的失败任务，尝试次数重新计算',
    input: z.object({ jobIdArray: chosen }),
    output: z.object({ number: z.int() }),
    refuses: ['job/changed'],
  },
  dropJobs: {
    summary: '不再执行所选的失败任务，原因留存',
    input: z.object({ jobIdArray: chosen, reason }),
    output: z.object({ number: z.int() }),
    refuses: ['job/changed', 'field/invalid'],
  },
})
