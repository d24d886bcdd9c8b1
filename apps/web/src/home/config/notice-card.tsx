import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { keysOf } from '@moqi/domain/keys-of'
import { noticeGroups } from '@moqi/domain/messages/notice-group'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { Link } from '../../router/link.tsx'
import { Check } from '../../ui/field.tsx'
import { CardState } from '../../ui/card-state.tsx'

type Setting = Output<Table['getNoticeSetting']>
type Change = Sent<Table['saveNoticeSetting']>
type Kind = Setting['kindArray'][number]

const key = ['notice-setting'] as const
const channels = [
  ['sms', '短信'],
  ['mail', '邮件'],
] as const

/** The setting as it will be read after the change. */
function changed(setting: Setting, { hideTaskName = setting.hideTaskName, kindArray = [] }: Change): Setting {
  const ruleOf = (own: Kind, channel: 'sms' | 'mail') => {
    const found = kindArray.find((one) => one.kind === own.kind && one.channel === channel)
    return found ? (found.on === 'yes' ? 'on' : 'off') : own[channel]
  }
  return {
    ...setting,
    hideTaskName,
    kindArray: setting.kindArray.map((own) => ({ ...own, sms: ruleOf(own, 'sms'), mail: ruleOf(own, 'mail') })),
  }
}

/** Shows a choice at once; one that is refused is taken back. */
async function save(change: Change) {
  queryClient.setQueryData<Setting>(key, (setting) => setting && changed(setting, change))
  try {
    await call('saveNoticeSetting', change)
  } catch (refusal) {
    showRefusal(refusal)
    await queryClient.invalidateQueries({ queryKey: key })
  }
}

/** By which channels one is told of what; a choice holds as soon as it is made. */
export function NoticeCard() {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('getNoticeSetting', {}, { signal, quiet: true }),
  })
  return (
    <section className="card config-card" aria-labelledby="config-notices">
      <h2 id="config-notices" className="h2">
        消息通知
      </h2>
      <p className="muted config-note">
        站内消息始终发送。标“始终”的关系账号、印章安全或需要您答复，应当告知本人，不能关闭。除验证码外，短信在22:00至次日8:00之间不发送，次日8:00送达。更改后立即生效。
      </p>
      <CardState query={query} rows={6}>
        {(setting) => (
          <>
            <MailHint email={setting.email} />
            <table className="config-table" aria-labelledby="config-notices">
              <thead>
                <tr>
                  <th scope="col">通知内容</th>
                  <th scope="col">站内</th>
                  {channels.map(([channel, word]) => (
                    <th key={channel} scope="col">
                      {word}
                    </th>
                  ))}
                </tr>
              </thead>
              {keysOf(noticeGroups).map((group) => (
                <tbody key={group}>
                  <tr className="config-group">
                    <th colSpan={4} scope="rowgroup">
                      {noticeGroups[group]}
                    </th>
                  </tr>
                  {setting.kindArray
                    .filter((kind) => kind.group === group)
                    .map((kind) => (
                      <KindRow key={kind.kind} kind={kind} />
                    ))}
                </tbody>
              ))}
            </table>
            <div className="config-hide">
              <Check
                checked={setting.hideTaskName === 'yes'}
                onChange={({ target }) => void save({ hideTaskName: target.checked ? 'yes' : 'no' })}
              >
                隐藏合同名称
              </Check>
              <p className="muted small">短信和邮件以“合同”代替合同名称，站内消息照常显示</p>
            </div>
          </>
        )}
      </CardState>
    </section>
  )
}

function MailHint({ email }: { email: string | null }) {
  if (email !== null) return <p className="config-note muted">邮件发送到 {email}</p>
  return (
    <p className="config-note">
      您还没有绑定邮箱，邮件通知暂不发送。
      <Link className="link" to="/bind-email">
        去绑定
      </Link>
    </p>
  )
}

function KindRow({ kind: { kind, label, ...rules } }: { kind: Kind }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="muted">始终</td>
      {channels.map(([channel, word]) => (
        <td key={channel} className="muted">
          {rules[channel] === 'always' && '始终'}
          {rules[channel] === 'never' && '不发送'}
          {(rules[channel] === 'on' || rules[channel] === 'off') && (
            <label className="check config-tick">
              <input
                type="checkbox"
                aria-label={`${label}：${word}`}
                checked={rules[channel] === 'on'}
                onChange={({ target }) =>
                  void save({ kindArray: [{ kind, channel, on: target.checked ? 'yes' : 'no' }] })
                }
              />
            </label>
          )}
        </td>
      ))}
    </tr>
  )
}
