import type { CompanyGroup, GroupCompany } from '@moqi/api/company-group'
import { rulesInWords } from '@moqi/domain/groups/group-rules'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Note, Panel } from '../../kit/console/panel.tsx'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { GroupNameSheet } from './group-name-sheet.tsx'
import { RulesSheet } from './rules-sheet.tsx'

type StandingProps = {
  space: Space
  group: CompanyGroup
  /** The lead's companies in numbers; null of any other company, and before they were read. */
  others: readonly GroupCompany[] | null
  onChanged: () => void
}

/** The group's rules, who has looked at whom, and the way out. */
export function GroupStanding({ space, group, others, onChanged }: StandingProps) {
  const [changing, change] = useState(false)
  const isLead = group.isLead === 1
  return (
    <>
      <div className="grp-two">
        <Panel
          title="集团规则"
          note={`由${group.groupName}设定，各企业不能放宽`}
          acts={
            isLead && (
              <Button size="s" onClick={() => change(true)}>
                修改规则
              </Button>
            )
          }
        >
          <ul className="grp-list">
            {rulesInWords(group.rules).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {group.secondTime !== null && (
            <p className="muted">{`本企业自 ${formatDate(group.secondTime, '{y}-{m}-{d} {h}:{i}')} 起要求双因子登录。`}</p>
          )}
        </Panel>
        <div className="con-stack">
          <Note tone="blue" title="跨企业看到的，对方也知道">
            {looksInWords(group)}
          </Note>
          <div className="grp-leave">
            {isLead && <Renaming group={group} onChanged={onChanged} />}
            <Leaving space={space} group={group} others={others} onChanged={onChanged} />
          </div>
        </div>
      </div>
      {changing && (
        <RulesSheet
          group={group}
          others={others}
          onClose={() => change(false)}
          onDone={() => {
            change(false)
            success('集团规则已保存')
            onChanged()
          }}
        />
      )}
    </>
  )
}

/** Who has looked at whose figures in this month; each company knows of its own. */
function looksInWords({ isLead, lookArray, leadName }: CompanyGroup): string {
  const rest = '均为数字，没有合同内容。'
  if (isLead === 1) {
    const viewers = [...Map.groupBy(lookArray, ({ viewerName }) => viewerName)]
    const words = viewers.map(
      ([name, looks]) =>
        `${name}本月查看了${looks.map(({ companyName, lookNumber }) => `${companyName} ${lookNumber} 次`).join('、')}`,
    )
    if (words.length === 0)
      return '本月还没有人查看过其他企业的数字。其他企业会看到是谁、看了几次，其管理员可以随时退出集团。'
    return `${words.join('；')}，${rest}对方管理员看得到这些次数，也可以随时退出集团。`
  }
  const words = lookArray.map(
    ({ viewerName, lookNumber, lastTime }) =>
      `${viewerName}本月查看了本企业 ${lookNumber} 次，最近一次在 ${formatDate(lastTime, '{y}-{m}-{d} {h}:{i}')}`,
  )
  if (words.length === 0) return `${leadName}本月没有查看过本企业的数字。`
  return `${leadName}：${words.join('；')}。${rest}`
}

function Renaming({ group, onChanged }: Pick<StandingProps, 'group' | 'onChanged'>) {
  const [open, setOpen] = useState(false)
  const { groupName: before, version } = group
  return (
    <>
      <Button onClick={() => setOpen(true)}>修改名称</Button>
      {open && (
        <GroupNameSheet
          title="修改集团名称"
          confirm="保存名称"
          note="各企业都会看到新名称，其他企业的管理员会收到通知；规则和看到的范围不变。"
          before={before}
          send={(groupName, key) => call('renameGroup', { groupName, version }, { key })}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            success('集团名称已修改')
            onChanged()
          }}
        />
      )}
    </>
  )
}

function Leaving({ space, group, others, onChanged }: StandingProps) {
  const keyOf = useRepeatKey()
  const { groupId, groupName, companyNumber, leadName, sentArray, isLead } = group
  const doing = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      success(done)
    } catch (refusal) {
      showRefusal(refusal)
    }
    onChanged()
  }
  const dissolve = async () => {
    const people = others?.reduce((sum, { figures }) => sum + figures.memberNumber, 0)
    const held = people === undefined ? '' : `，共${people}名成员不再受集团规则约束`
    const text = `${companyNumber}家企业全部离开集团${held}；${sentArray.length}份未答复的邀请失效。各企业的合同、成员和自己的规则都不变，其管理员会收到通知。解散后不能恢复。`
    if (!(await ask({ title: `解散${groupName}`, text, confirm: '解散集团', cancel: '取消', tone: 'seal' }))) return
    await doing(() => call('dissolveGroup', { groupId }, { key: keyOf({ groupId }) }), '集团已解散')
  }
  const leave = async () => {
    const text = `集团将从${companyNumber}家企业减为${companyNumber - 1}家，${leadName}不再看到${space.spaceName}的数字；2项集团规则不再适用，本企业自己的规则不变。${leadName}的管理员会收到通知。再次加入须重新邀请。`
    if (!(await ask({ title: `退出${groupName}`, text, confirm: '退出集团', cancel: '取消', tone: 'seal' }))) return
    await doing(() => call('leaveGroup', { groupId }, { key: keyOf({ groupId }) }), `已退出${groupName}`)
  }
  return isLead === 1 ? (
    <Button onClick={() => void dissolve()}>解散集团</Button>
  ) : (
    <Button onClick={() => void leave()}>退出集团</Button>
  )
}
