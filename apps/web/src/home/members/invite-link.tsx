import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Link2 } from 'lucide-react'
import { useRef } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { info, success } from '../../ui/toast-store.ts'
import { type MemberGroups, wireGroups } from './group-fields.tsx'
import { memberKeys } from '../../kit/members/member-keys.ts'

/**
 * The company's invitation link: made, copied, withdrawn. The server tells it once, when it is made (checklist R56).
 */
export function InviteLink({ groups }: { groups: MemberGroups }) {
  const queryClient = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const { data: known } = useQuery({
    queryKey: memberKeys.link,
    queryFn: ({ signal }) => call('getInviteLink', {}, { signal }),
  })
  const read = () => queryClient.invalidateQueries({ queryKey: memberKeys.link })
  const making = useMutation({
    mutationFn: () => call('makeInviteLink', wireGroups(groups)),
    onSuccess: read,
    onError: showRefusal,
  })
  const withdrawing = useMutation({
    mutationFn: () => call('withdrawInviteLink', {}),
    onSuccess: async () => {
      making.reset()
      await read()
      success('邀请链接已停用')
    },
    onError: showRefusal,
  })
  const made = making.data
  const until = made?.expireTime ?? known?.expireTime ?? null
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(made?.inviteLink ?? '')
      success('链接已复制')
    } catch {
      info('请按 Ctrl+C 复制')
    }
  }
  return (
    <section className="invite-link" aria-label="邀请链接">
      <p className="small muted">
        {until === null
          ? '也可以生成链接发给对方，7天内有效，按上面选择的部门和角色加入。'
          : `邀请链接有效至 ${formatDate(until, '{y}-{m}-{d} {h}:{i}')}${made ? '' : '。出于安全，链接只在生成时显示一次'}`}
      </p>
      {made && (
        <div className="row">
          <input ref={field} readOnly aria-label="邀请链接" value={made.inviteLink} />
          <button type="button" className="link" onClick={() => void copy()}>
            <Copy size={16} />
            复制
          </button>
        </div>
      )}
      <div className="row invite-link-acts">
        <button
          type="button"
          className="link"
          aria-disabled={making.isPending}
          onClick={() => !making.isPending && making.mutate()}
        >
          <Link2 size={16} />
          {until === null ? '生成链接' : '重新生成'}
        </button>
        {until !== null && (
          <button type="button" className="link danger" onClick={() => withdrawing.mutate()}>
            停用链接
          </button>
        )}
      </div>
    </section>
  )
}
