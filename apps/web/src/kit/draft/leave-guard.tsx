import { useState } from 'react'
import { useBlocker } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { isUnsaved, resetLaunch, useLaunch } from './launch-store.ts'
import { saveLaunch } from './save-launch.ts'

const ownPaths = new Set(['/temp-create', '/set-temp-control', '/unifysign/launch', '/unifysign/lauchtask'])

type Props = {
  /** The pages that share what is being edited. */
  paths?: ReadonlySet<string>
  /** Answers whether all is saved. */
  save?: () => Promise<boolean>
  title?: string
  text?: string
}

/** Asks before the wizard is left with input that is not saved. */
export function LeaveGuard({
  paths = ownPaths,
  save = saveLaunch,
  title = '离开前保存草稿？',
  text = '有内容还没有保存。保存后可在合同管理的草稿中继续编辑。',
}: Props) {
  const [saving, setSaving] = useState(false)
  const blocker = useBlocker(({ pathname }) => !paths.has(pathname) && isUnsaved(useLaunch.getState()))
  if (!blocker) return null
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await save()
    setSaving(false)
    if (saved) blocker.proceed()
    else blocker.reset()
  }
  const leave = () => {
    resetLaunch()
    blocker.proceed()
  }
  return (
    <Sheet
      title={title}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button variant="danger" onClick={leave}>
            不保存
          </Button>
          <Button variant="primary" data-first busy={saving} onClick={() => void saveAndLeave()}>
            保存并离开
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Sheet>
  )
}
