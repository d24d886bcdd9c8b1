import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import type { MenuItem } from '../../ui/menu-button.tsx'
import { success } from '../../ui/toast-store.ts'
import type { ListedSeal } from './listed-seal.ts'
import { rereadSeals } from './reread-seals.ts'

type Change = Omit<Sent<Table['pcSealUpdate']>, 'sealId'>

/** What may be done with a seal in its state; one that was used is revoked, any other may be deleted. */
export function sealActs({ sealId, sealName, sealStatus, isDefault, useCount }: ListedSeal, rename: () => void) {
  const change = async (input: Change, done: string) => {
    await call('pcSealUpdate', { sealId, ...input }).then(() => success(done), showRefusal)
    await rereadSeals()
  }
  const disable = async () => {
    const text = '停用后将无法用于签署，确定停用吗？'
    const sure = await ask({ title: `停用${sealName}`, text, confirm: '停用', cancel: '取消' })
    if (sure) await change({ sealStatus: 'disabled' }, '已停用')
  }
  const revoke = async () => {
    const text = '注销后不能再启用，已签署的合同不受影响。确定注销吗？'
    const sure = await ask({ title: `注销${sealName}`, text, confirm: '注销', cancel: '取消', tone: 'seal' })
    if (sure) await change({ sealStatus: 'revoked' }, '已注销')
  }
  const remove = async () => {
    const sure = await ask({
      title: `删除${sealName}`,
      text: '它还没有用过，删除后不再显示。确定删除吗？',
      confirm: '删除',
      cancel: '取消',
      tone: 'seal',
    })
    if (!sure) return
    await call('pcIndexDeleteSeal', { sealId }).then(() => success('已删除'), showRefusal)
    await rereadSeals()
  }
  const items: (MenuItem & { offered: boolean })[] = [
    {
      key: 'default',
      label: '设为默认',
      offered: sealStatus === 'enabled' && isDefault === 0,
      onPress: () => void change({ isDefault: 1 }, '已设为默认'),
    },
    { key: 'rename', label: '重命名', offered: !sealLifecycle.isEnd(sealStatus), onPress: rename },
    {
      key: 'enable',
      label: '启用',
      offered: sealLifecycle.can(sealStatus, 'enable'),
      onPress: () => void change({ sealStatus: 'enabled' }, '已启用'),
    },
    {
      key: 'disable',
      label: '停用',
      offered: sealLifecycle.can(sealStatus, 'disable'),
      onPress: () => void disable(),
    },
    {
      key: 'revoke',
      label: '注销',
      danger: true,
      offered: useCount > 0 && sealLifecycle.can(sealStatus, 'revoke'),
      onPress: () => void revoke(),
    },
    {
      key: 'delete',
      label: '删除',
      danger: true,
      offered: useCount === 0 && sealLifecycle.can(sealStatus, 'delete'),
      onPress: () => void remove(),
    },
  ]
  return items.filter(({ offered }) => offered)
}
