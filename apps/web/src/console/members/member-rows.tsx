import type { CompanyMember } from '@moqi/api/members'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { isChosen, type MemberChoice } from './member-choice.ts'
import '../../ui/checkbox.css'

type MemberRowsProps = {
  rows: readonly CompanyMember[]
  choice: MemberChoice
  onTick: (ids: readonly string[], on: boolean) => void
}

/** A page of members to be ticked: a table where there is room, else cards. */
export function MemberRows({ rows, choice, onTick }: MemberRowsProps) {
  const all = rows.every(({ memberId }) => isChosen(choice, memberId))
  const ids = rows.map(({ memberId }) => memberId)
  const box = (member: CompanyMember) => (
    <Box
      label={`选择：${member.memberName}`}
      checked={isChosen(choice, member.memberId)}
      onChange={(on) => onTick([member.memberId], on)}
    />
  )
  const page = (words?: string) => (
    <Box label="选择本页全部成员" words={words} checked={all} onChange={(on) => onTick(ids, on)} />
  )
  return (
    <>
      <div className="from-laptop">
        <PlainTable
          labelledBy="cm-title"
          columns={[{ title: '选择', width: 48, head: page(), render: box }, ...columns]}
          rows={rows}
          rowKey={({ memberId }) => memberId}
        />
      </div>
      <div className="below-laptop">
        <div className="cm-page-box">{page('选择本页')}</div>
        <ul className="cm-cards">
          {rows.map((member) => (
            <li key={member.memberId}>
              {box(member)}
              <MemberCard member={member} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

type BoxProps = { label: string; words?: string | undefined; checked: boolean; onChange: (on: boolean) => void }

const Box = ({ label, words, checked, onChange }: BoxProps) => (
  <label className="cm-box">
    <input
      type="checkbox"
      className="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {words}
  </label>
)

const columns: readonly PlainColumn<CompanyMember>[] = [
  { title: '姓名', width: 184, render: ({ memberName, phone }) => <TwoLines name={memberName} company={phone} /> },
  { title: '部门', render: ({ departmentName }) => departmentName ?? <span className="muted">—</span> },
  { title: '角色', width: 152, render: ({ roleName }) => roleName },
  { title: '状态', width: 104, render: (member) => <State member={member} /> },
]

const State = ({ member: { memberStatus } }: { member: CompanyMember }) =>
  memberStatus === 'enabled' ? <Tag tone="green">正常</Tag> : <Tag tone="void">已停用</Tag>

const MemberCard = ({ member }: { member: CompanyMember }) => (
  <div className="cm-card">
    <p className="spread">
      <b className="clip">{member.memberName}</b>
      <State member={member} />
    </p>
    <p className="small muted">
      {member.phone}　{member.departmentName ?? '未分配部门'}　{member.roleName}
    </p>
  </div>
)
