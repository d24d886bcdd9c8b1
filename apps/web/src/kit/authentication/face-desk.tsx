import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { faceConsent } from '@moqi/domain/account/agreements'
import { faceLifecycle, type FaceState } from '@moqi/domain/identity/face-lifecycle'
import { maskIdNumber } from '@moqi/domain/identity/id-number'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import './face-desk.css'

/** ms between questions, for a desk that hears no news. */
const askEvery = 3000

type Code = Output<Table['startFace']>
type Progress = Output<Table['getFace']>
/** A code that a phone may scan, and whose face it asks for: known to this page alone. */
export type StartedFace = Code & { realName: string; idNumber: string }

type FaceDeskProps = {
  face: StartedFace
  /** Nobody looks at a face here: the demonstration. */
  isTrial: boolean
  /** Whoever is authenticated takes another name or number. */
  isChange: boolean
  /** The person takes another way, or types something else. */
  onOther: () => void
  onPassed: () => void
}

/** The desk's side of a face verification: the code at left, and at right how far the phone has come. */
export function FaceDesk({ face, isTrial, isChange, onOther, onPassed }: FaceDeskProps) {
  const { code, busy, fault, renew } = useCode(face, isChange ? 1 : 0)
  const { data } = useQuery({
    queryKey: ['face', code.faceId],
    queryFn: ({ signal }) => call('getFace', { faceId: code.faceId }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data && faceLifecycle.isEnd(state.data.faceState) ? false : askEvery),
    // A desk that is not looked at, because its person holds the phone, still waits.
    refetchIntervalInBackground: true,
    retry: false,
  })
  const state = data?.faceState ?? faceLifecycle.initial
  const passed = useEffectEvent(onPassed)
  useEffect(() => {
    if (state === 'passed') passed()
  }, [state])
  const leave = async () => {
    // Before anything else is tried: one that runs has the authentication to itself.
    await call('cancelFace', { faceId: code.faceId }, { quiet: true }).catch(() => undefined)
    onOther()
  }
  const other = () => void leave()
  return (
    <section className="face-desk" aria-labelledby="face-desk-title">
      <h1 id="face-desk-title" className="h1">
        人脸识别
      </h1>
      <p className="muted">
        {face.realName}　<span className="num">{maskIdNumber(face.idNumber)}</span>　
        <button type="button" className="link" onClick={other}>
          修改
        </button>
      </p>
      {isTrial && <p className="auth-demo">演示环境：手机上只模拟刷脸，不打开摄像头，结果仅供试用</p>}
      <FormFault>{fault}</FormFault>
      <div className="face-desk-card card">
        <CodeSide code={code} state={state} expireTime={data?.expireTime} busy={busy} onRenew={renew} />
        <div role="status" className="face-desk-steps">
          <Timeline steps={stepsOf(state, data)} />
        </div>
      </div>
      <p className="face-desk-other">
        不想刷脸，或手机没有前置摄像头？
        <button type="button" className="link" onClick={other}>
          换一种方式
        </button>
      </p>
      {state === 'failed' && <Failed progress={data} busy={busy} onAgain={renew} onOther={other} />}
    </section>
  )
}

/** The code that is shown; another one ends the one before, whatever its phone is doing. */
function useCode(face: StartedFace, isChange: 0 | 1) {
  const [code, setCode] = useState<Code>(face)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const renew = async () => {
    setBusy(true)
    setFault('')
    try {
      await call('cancelFace', { faceId: code.faceId }, { quiet: true })
      const { realName, idNumber } = face
      const asked = { realName, idNumber, isChange, agree: 1, certificateAgree: 1 } as const
      setCode(await call('startFace', asked, { quiet: true }))
    } catch (error) {
      setFault(error instanceof CallRefusal ? error.message : '网络不稳定，请稍后重试')
    }
    setBusy(false)
  }
  return { code, busy, fault, renew: () => void renew() }
}

type CodeSideProps = {
  code: Code
  state: FaceState
  expireTime: number | undefined
  busy: boolean
  onRenew: () => void
}

function CodeSide({ code, state, expireTime, busy, onRenew }: CodeSideProps) {
  const phone = usePhone()
  const waits = state === 'waiting'
  const over = state === 'expired' || state === 'cancelled'
  return (
    <div className="face-desk-code">
      {phone && waits && (
        <a className="btn btn-primary btn-xl btn-block" href={code.faceLink}>
          用这部手机刷脸
        </a>
      )}
      <div className={waits ? 'face-qr' : 'face-qr used'}>
        <img src={code.qrcode} alt={waits ? '人脸识别二维码' : ''} width={216} height={216} />
        {!waits && <strong className={over ? '' : 'ok'}>{over ? '已失效' : '已扫码'}</strong>}
      </div>
      <p className="small muted">
        {waits ? (
          <Left until={expireTime ?? code.expireTime} />
        ) : over ? (
          '请刷新后重新扫码'
        ) : (
          '换一部手机，请先刷新二维码'
        )}
      </p>
      <Button variant="quiet" busy={busy} onClick={onRenew}>
        <RefreshCw size={16} />
        刷新二维码
      </Button>
    </div>
  )
}

function Left({ until }: { until: number }) {
  const seconds = useSecondsUntil(until)
  const minutes = Math.floor(seconds / 60)
  return (
    <span className="num">
      {minutes > 0 && `${minutes}分`}
      {seconds % 60}秒后失效
    </span>
  )
}

const began: ReadonlySet<FaceState> = new Set(['running', 'failed', 'passed'])

/** The three lines at the right, as far as the phone has come. */
const stepsOf = (state: FaceState, progress: Progress | undefined): TimelineStep[] => [
  scanStep(progress),
  faceStep(state, progress?.scanTime != null),
  endStep(state === 'passed'),
]

function scanStep(progress: Progress | undefined): TimelineStep {
  const { scanTime = null, device = null } = progress ?? {}
  return {
    id: 'scan',
    state: scanTime === null ? 'now' : 'done',
    title: scanTime === null ? '用手机扫描二维码' : '已扫码',
    at: scanTime === null ? undefined : formatDate(scanTime, '{h}:{i}:{s}'),
    children: <p className="small muted">{device ?? '微信、支付宝或手机自带相机都可以'}</p>,
  }
}

function faceStep(state: FaceState, scanned: boolean): TimelineStep {
  const begun = began.has(state)
  const words = begun ? `手机已同意《${faceConsent.title}》，请按提示操作` : '先阅读告知并同意，约10秒'
  return {
    id: 'face',
    state: state === 'passed' ? 'done' : scanned ? 'now' : 'next',
    title: begun ? '正在手机上刷脸' : '在手机上同意并刷脸',
    children: <p className="small muted">{words}</p>,
  }
}

const endStep = (passed: boolean): TimelineStep => ({
  id: 'end',
  state: passed ? 'done' : 'next',
  title: passed ? '刷脸已通过' : '本页自动继续',
  children: <p className="small muted">手机放在一边即可，不必再操作</p>,
})

type FailedProps = { progress: Progress | undefined; busy: boolean; onAgain: () => void; onOther: () => void }

/** Why it did not pass, and both ways on. */
function Failed({ progress, busy, onAgain, onOther }: FailedProps) {
  const left = progress?.triesLeft ?? 0
  return (
    <Sheet
      title="刷脸没有通过"
      insistent
      width={440}
      onClose={onOther}
      footer={
        <>
          <Button size="l" onClick={onOther}>
            换一种方式
          </Button>
          {left > 0 && (
            <Button size="l" variant="primary" busy={busy} onClick={onAgain}>
              重新认证
            </Button>
          )}
        </>
      }
    >
      <p className="face-desk-cause">{progress?.reason ?? '请重新认证'}</p>
      <p className="muted">
        {left > 0
          ? `24小时内还可尝试${left}次，也可以直接在手机上再试。`
          : '24小时内的尝试次数已用完，请改用人工审核或稍后再试。'}
      </p>
    </Sheet>
  )
}
