import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { useState } from 'react'
import { FormFault } from '../../ui/field.tsx'
import { later } from '../../ui/later.tsx'
import type { StartedFace } from './face-desk.tsx'
import { PersonAuthForm } from './person-auth-form.tsx'
import { AuthUnderWay, OwnReviewUnderWay } from './person-auth-result.tsx'
import { useFace } from './use-face.tsx'
import { useWithdraw } from './use-withdraw.ts'
import './authentication.css'

const PersonReviewForm = later(async () => (await import('./person-review-form.tsx')).PersonReviewForm)

type Info = Output<typeof realName.getAuthInfo>

type PersonAuthWaysProps = {
  /** How it stands; undefined until that is known. */
  info: Info | undefined
  /** The name a contract asks for. */
  lockedName?: string
  /** Reads anew how it stands. */
  onChanged: () => void
  /** The server has taken it. */
  onSubmitted: () => void
}

/** Real-name authentication on the way to a contract: by machines, or by somebody who looks at papers. */
export function PersonAuthWays({ info, lockedName, onChanged, onSubmitted }: PersonAuthWaysProps) {
  const [rejected, setRejected] = useState<string | null>(null)
  const withdraw = useWithdraw(onChanged)
  const submitted = (fault: string | null) => {
    setRejected(fault)
    onChanged()
    onSubmitted()
  }
  const { desk, ...byFace } = useFace({
    isTrial: info?.trialArray !== undefined,
    onChanged: async () => onChanged(),
    onPassed: () => submitted(null),
  })
  if (desk) return desk
  if (info?.isAuthed === 'inPersonAuth' && info.reviewLogArray.length > 0)
    return <OwnReviewUnderWay lines={info.reviewLogArray} {...withdraw} />
  if (info?.isAuthed === 'inPersonAuth') return <AuthUnderWay busy={false} onRefresh={onChanged} />
  const reason = rejected ?? reasonOf(info)
  return (
    <>
      <FormFault>{reason && `实名认证未通过：${reason}`}</FormFault>
      <Ways info={info} {...(lockedName !== undefined && { lockedName })} {...byFace} onSubmitted={submitted} />
    </>
  )
}

const reasonOf = (info: Info | undefined) => (info?.isAuthed === 'rejectPersonAuth' ? info.reason : null)

type WaysProps = Pick<PersonAuthWaysProps, 'info' | 'lockedName'> & {
  onFace: (face: StartedFace) => void
  typed: StartedFace | undefined
  onSubmitted: (fault: string | null) => void
}

function Ways({ info, lockedName, onFace, typed, onSubmitted }: WaysProps) {
  const [byPapers, setByPapers] = useState(false)
  const named = lockedName === undefined ? {} : { lockedName }
  if (byPapers)
    return (
      <PersonReviewForm
        {...named}
        other={<OtherWay says="有居民身份证？" label="改用系统核验" onPress={() => setByPapers(false)} />}
        onSubmitted={() => onSubmitted(null)}
      />
    )
  const papers = (
    <OtherWay says="没有居民身份证，或核验不通过？" label="改用人工审核" onPress={() => setByPapers(true)} />
  )
  return (
    <PersonAuthForm
      {...named}
      trials={info?.trialArray}
      onFace={info?.hasFace === 1 ? onFace : undefined}
      typed={typed}
      other={info?.hasReview === 1 && papers}
      onSubmitted={onSubmitted}
    />
  )
}

const OtherWay = ({ says, label, onPress }: { says: string; label: string; onPress: () => void }) => (
  <p className="person-auth-other">
    {says}
    <button type="button" className="link" onClick={onPress}>
      {label}
    </button>
  </p>
)
