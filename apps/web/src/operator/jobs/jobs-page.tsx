import type { Job } from '@moqi/api/operator-job'
import { failedStates, type JobState, jobStateLabels, jobStates } from '@moqi/domain/operators/job-states'
import { useState } from 'react'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DroppedJobs } from './dropped-jobs.tsx'
import { JobDeedSheet, type Wish } from './job-deed-sheet.tsx'
import { JobRows } from './job-rows.tsx'
import { useJobs } from './use-jobs.ts'
import './jobs.css'

const shownStates = [...jobStates, 'dropped'] as const
type Shown = (typeof shownStates)[number]
const words: Readonly<Record<Shown, string>> = { ...jobStateLabels, dropped: '已停止' }
const failed: ReadonlySet<Shown> = new Set(failedStates)

/** What the server still has to do and what it gave up, by state and kind; failed jobs are retried or dropped. */
export function JobsPage() {
  const [params, setParams] = useSearchParams()
  const state = shownStates.find((one) => one === params.get('state')) ?? 'lost'
  const search = params.get('search') ?? ''
  const show = (next: Record<string, string>) => {
    const kept = { state, search, ...next }
    setParams(new URLSearchParams(Object.entries(kept).filter(([, value]) => value !== '')), { replace: true })
  }
  const jobState = state === 'dropped' ? 'lost' : state
  const jobs = useJobs(jobState, search)
  return (
    <RoomFrame
      title="任务"
      note="自动刷新；重试与停止只对失败的任务，事先列出数量，事后记入操作记录"
      acts={
        <ExportButton
          list={state === 'dropped' ? 'droppedJobs' : 'jobs'}
          search={search}
          state={state === 'dropped' ? undefined : state}
        />
      }
    >
      <States shown={state} numbers={jobs.numbers} onShow={(next) => show({ state: next })} />
      {state === 'dropped' ? (
        <>
          <div className="job-bar">
            <JobSearch search={search} onSearch={(text) => show({ search: text })} />
          </div>
          <DroppedJobs search={search} />
        </>
      ) : (
        <Jobs state={state} search={search} jobs={jobs} onSearch={(text) => show({ search: text })} />
      )}
    </RoomFrame>
  )
}

type StatesProps = { shown: Shown; numbers: ReadonlyMap<Shown, number>; onShow: (state: Shown) => void }

/** How many jobs there are in each state; pressed, they are shown. */
const States = ({ shown, numbers, onShow }: StatesProps) => (
  <div className="job-states" role="group" aria-label="状态">
    {shownStates.map((one) => (
      <button key={one} type="button" aria-pressed={one === shown} onClick={() => onShow(one)}>
        <span>{words[one]}</span>
        {one !== 'dropped' && (
          <b className={failed.has(one) && numbers.get(one) ? 'num job-fails' : 'num'}>{numbers.get(one) ?? '–'}</b>
        )}
      </button>
    ))}
  </div>
)

const JobSearch = ({ search, onSearch }: { search: string; onSearch: (text: string) => void }) => (
  <SearchField label="按任务种类查找" value={search} maxLength={60} onSearch={onSearch} />
)

type JobsProps = {
  state: JobState
  search: string
  jobs: ReturnType<typeof useJobs>
  onSearch: (text: string) => void
}

function Jobs({ state, search, jobs: { rows, more, isMoreComing, unread }, onSearch }: JobsProps) {
  const [wish, setWish] = useState<Wish | null>(null)
  const isFailed = failed.has(state)
  const wishFor = (act: Wish['act']) => (job: Job) =>
    setWish({ act, select: { jobIdArray: [job.jobId] }, title: `${job.kindLabel}（${job.jobId}）` })
  const wishAll = (act: Wish['act']) => () => {
    const title = search ? `${words[state]}的任务中的“${search}”` : `全部${words[state]}的任务`
    setWish({ act, select: { jobState: state, ...(search && { search }) }, title })
  }
  return (
    <>
      <div className="job-bar">
        <JobSearch search={search} onSearch={onSearch} />
        {isFailed && rows && rows.length > 0 && (
          <span className="job-bar-acts">
            <Button onClick={wishAll('drop')}>全部停止…</Button>
            <Button onClick={wishAll('retry')}>全部重试…</Button>
          </span>
        )}
      </div>
      {rows ? (
        <JobRows
          state={state}
          rows={rows}
          search={search}
          onRetry={isFailed ? wishFor('retry') : null}
          onDrop={isFailed ? wishFor('drop') : null}
          onMore={more}
          busy={isMoreComing}
        />
      ) : (
        <UnreadRecords {...unread} />
      )}
      {wish && <JobDeedSheet wish={wish} onClose={() => setWish(null)} />}
    </>
  )
}
