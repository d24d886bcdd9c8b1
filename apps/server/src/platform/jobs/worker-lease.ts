import type { Pool } from 'pg'

/** How often a worker says that it lives, and after which silence it is taken for dead, ms. */
const beatMs = 10_000
const silenceMs = 40_000
/** How long a worker nobody has heard of keeps its jobs: it may be about to say that it lives. */
const unknownMs = 60_000
const searchEveryMs = 600_000
/** A job that a living worker was given so long ago and knows nothing of was lost on its way: the connection ended. */
const onWayMs = 20_000

/**
 * What graphile-worker lacks (it waits four hours): a worker's jobs and lanes are its own for as long as it says that
 * it lives. A dead worker's are freed by whichever node's beat finds it silent, within a minute. One thought dead may
 * still finish what it does, which every job bears.
 */
export type Lease = {
  /** Says from now on that this worker lives; `begun` are the ids of the jobs it knows to have. */
  hold: (workerId: string, begun: ReadonlySet<string>) => void
  /** Frees what the worker holds: it has ended. While the database is away, with the first beat that reaches it. */
  drop: () => Promise<void>
  close: () => Promise<void>
}

/** Beats by the database's clock; `pool` owns the job store. What fails is logged and tried with the next beat. */
export function openLease(pool: Pool, log: (line: string, detail?: unknown) => void): Lease {
  let held: { workerId: string; begun: ReadonlySet<string> } | null = null
  /** Of this process, and not freed yet. */
  const ended = new Set<string>()
  let searchedAt = -Infinity
  let beating = Promise.resolve()

  async function beat(): Promise<void> {
    try {
      if (held !== null) {
        await pool.query(living, [held.workerId])
        await pool.query(freeLost, [held.workerId, onWayMs, [...held.begun]])
      }
      for (const workerId of ended) {
        await pool.query(granting('locked_by = $1'), [workerId])
        await pool.query(freeOne, [workerId])
        ended.delete(workerId)
      }
      await pool.query(granting(`locked_by in (select worker_id from job_worker where ${silent})`), [silenceMs])
      await pool.query(freeDead, [silenceMs])
      if (performance.now() - searchedAt < searchEveryMs) return
      searchedAt = performance.now()
      await pool.query(granting(unknown), [unknownMs])
      await pool.query(freeUnknown, [unknownMs])
    } catch (error) {
      log('workers that ended cannot be told from those that live', error)
    }
  }
  const next = () => {
    beating = beating.then(beat)
    return beating
  }
  const timer = setInterval(() => void next(), beatMs)
  void next()

  const drop = async () => {
    await beating
    if (held !== null) ended.add(held.workerId)
    held = null
    await next()
  }
  return {
    hold(workerId, begun) {
      held = { workerId, begun }
      void next()
    },
    drop,
    async close() {
      clearInterval(timer)
      await drop()
    },
  }
}

const living = `
  insert into job_worker (worker_id, seen_at) values ($1, now())
  on conflict (worker_id) do update set seen_at = now()`

const freeLost = `
  with lost as (
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
    where locked_by = $1 and locked_at < now() - $2::float8 * interval '1 millisecond' and id <> all($3::bigint[])
    returning job_queue_id)
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null
  where locked_by = $1 and id in (select job_queue_id from lost)`

/** A job that so many workers died of is given up. */
const mostDeaths = 100

/** In SQL: the death of a worker is none of its jobs' failures, and costs them none of their tries. */
export const granting = (locked: string): string =>
  `update graphile_worker._private_jobs set max_attempts = least(max_attempts + 1, ${mostDeaths}) where ${locked}`

const silent = `seen_at < now() - $1::float8 * interval '1 millisecond'`

/** Of nodes that find the same worker silent one frees what it holds. */
const freeDead = `
  with dead as (delete from job_worker where ${silent} returning worker_id)
  select graphile_worker.force_unlock_workers(array_agg(worker_id)) from dead having count(*) > 0`

const freeOne = `
  with ended as (delete from job_worker where worker_id = $1)
  select graphile_worker.force_unlock_workers(array[$1])`

const unknown = `locked_at < now() - $1::float8 * interval '1 millisecond'
  and not exists (select 1 from job_worker where worker_id = locked_by)`

/** Workers that ended before they said anything. */
const freeUnknown = `
  select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
    select distinct locked_by from (
      select locked_by, locked_at from graphile_worker._private_jobs
      union all select locked_by, locked_at from graphile_worker._private_job_queues
    ) as locked
    where ${unknown}
  ) as unknown having count(*) > 0`
