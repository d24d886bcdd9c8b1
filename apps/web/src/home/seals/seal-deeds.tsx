import type { CompanySeal } from '@moqi/api/company-seal'
import type { EventOf } from '@moqi/domain/lifecycle'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useNavigate } from '../../router/hooks.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { ask } from '../../ui/ask-store.ts'
import type { RowAction } from '../../ui/row-actions.tsx'
import { success } from '../../ui/toast-store.ts'
import { RenameSheet } from './rename-sheet.tsx'
import { SealHoldersSheet } from './seal-holders-sheet.tsx'
import { TermSheet } from './term-sheet.tsx'
import { readSealsAnew } from './seal-keys.ts'
import { makeAgainPath } from './seal-paths.ts'

type Deed = 'grant' | 'rename' | 'term' | 'disable' | 'revoke'
type Opened = { deed: Deed; seal: CompanySeal } | null

const questions = {
  disable: {
    question: '停用后将无法用于签署，确定停用吗？',
    consequence: '已签署的合同不受影响，需要时可以重新启用。',
    sealStatus: 'disabled',
    done: '印章已停用',
  },
  revoke: {
    question: '注销后不能恢复，确定注销吗？',
    consequence: '已签署的合同不受影响。印章将不能再用于签署，名称可以重新使用。',
    sealStatus: 'revoked',
    done: '印章已注销',
  },
} as const

/** What may be done with a seal of the company, and the sheets that ask for what it takes. */
export function useSealDeeds() {
  const [opened, open] = useState<Opened>(null)
  const navigate = useNavigate()
  const close = () => open(null)
  const done = async (text: string) => {
    close()
    success(text)
    await readSealsAnew()
  }
  const attempt = (work: Promise<unknown>, text: string) => void work.then(() => done(text), showRefusal)

  const actionsOf = (seal: CompanySeal): RowAction[] => {
    const { sealId, sealStatus, deletable, isDefault, sealName, carving } = seal
    const can = (event: EventOf<typeof sealLifecycle>) => sealLifecycle.can(sealStatus, event)
    const asked = (deed: Deed) => () => open({ deed, seal })
    const enable = () => attempt(call('pcSealUpdate', { sealId, sealStatus: 'enabled' }), '印章已启用')
    const makeDefault = () => attempt(call('pcSealUpdate', { sealId, isDefault: 1 }), `已将“${sealName}”设为默认印章`)
    const again = () => void navigate(makeAgainPath(sealId))
    const isEnabled = sealStatus === 'enabled'
    const offers: (RowAction & { offered: boolean })[] = [
      { key: 'again', label: '重新上传', onPress: again, offered: can('submitImage') },
      {
        key: 'remake',
        label: '重新制作',
        onPress: again,
        offered: sealLifecycle.isEnd(sealStatus) && carving !== null,
      },
      { key: 'grant', label: '授权', onPress: asked('grant'), offered: isEnabled },
      { key: 'enable', label: '启用', onPress: enable, offered: can('enable') },
      { key: 'disable', label: '停用', onPress: asked('disable'), offered: can('disable') },
      { key: 'default', label: '设为默认', onPress: makeDefault, offered: isEnabled && isDefault === 0 },
      { key: 'rename', label: '修改名称', onPress: asked('rename'), offered: !sealLifecycle.isEnd(sealStatus) },
      { key: 'term', label: '有效期', onPress: asked('term'), offered: !sealLifecycle.isEnd(sealStatus) },
      {
        key: 'delete',
        label: '删除',
        danger: true,
        onPress: () => void remove(seal),
        offered: can('delete') && deletable === 1,
      },
      {
        key: 'revoke',
        label: '注销',
        danger: true,
        onPress: asked('revoke'),
        // What has never been enabled is deleted.
        offered: can('revoke') && (isEnabled || can('enable')),
      },
    ]
    return offers.filter(({ offered }) => offered)
  }
  const remove = async ({ sealId, sealName }: CompanySeal) => {
    const text = `确定删除“${sealName}”吗？`
    const detail = '这枚印章从未使用过，删除后不能恢复。'
    if (await ask({ title: '提示', text, detail, confirm: '删除', cancel: '取消', tone: 'seal' }))
      attempt(call('pcIndexDeleteSeal', { sealId }), '印章已删除')
  }
  return { actionsOf, sheet: opened && <DeedSheet {...opened} onDone={(text) => void done(text)} onClose={close} /> }
}

type DeedSheetProps = { deed: Deed; seal: CompanySeal; onDone: (text: string) => void; onClose: () => void }

function DeedSheet({ deed, seal, onDone, onClose }: DeedSheetProps) {
  const { sealId, sealName } = seal
  const closeAndRead = () => {
    onClose()
    void readSealsAnew()
  }
  if (deed === 'grant') return <SealHoldersSheet seal={seal} onClose={closeAndRead} />
  if (deed === 'rename') return <RenameSheet seal={seal} onDone={() => onDone('印章名称已修改')} onClose={onClose} />
  if (deed === 'term') return <TermSheet seal={seal} onDone={() => onDone('印章有效期已修改')} onClose={onClose} />
  const { question, consequence, sealStatus, done } = questions[deed]
  return (
    <ReasonSheet
      draft={`${deed} ${sealId}`}
      question={`“${sealName}”${question}`}
      consequence={consequence}
      required
      send={(reason, key) => call('pcSealUpdate', { sealId, sealStatus, ...(reason && { reason }) }, { key })}
      onDone={() => onDone(done)}
      onRefused={(refusal) => {
        closeAndRead()
        showRefusal(refusal)
      }}
      onClose={onClose}
    />
  )
}
