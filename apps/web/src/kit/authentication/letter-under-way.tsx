import type { CompanyAuth } from '@moqi/api/real-name'
import { formatDate } from '@moqi/domain/time/format-date'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'

type LetterUnderWayProps = { company: CompanyAuth; onChanged: () => void; onAnew: () => void }

/** The letter is at the legal representative's; how it ends shows by itself. */
export function LetterUnderWay({ company, onChanged, onAnew }: LetterUnderWayProps) {
  const { legalName, legalPhone, letterSignId, expireTime } = company
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title={letterSignId === null ? '正在发出授权书' : '等待法定代表人签署'}
      actions={
        <>
          <Button size="l" onClick={onAnew}>
            修改后重新提交
          </Button>
          {letterSignId === null ? (
            <Button size="l" variant="primary" onClick={onChanged}>
              刷新结果
            </Button>
          ) : (
            <ButtonLink size="l" variant="primary" to={`/temp-info?signId=${letterSignId}&taskType=normal`}>
              查看授权书
            </ButtonLink>
          )}
        </>
      }
    >
      <p>企业信息已核对一致，授权书以短信发给法定代表人，其实名后签署，企业认证即完成。可在授权书页面催签。</p>
      <Facts
        className="person-auth-facts"
        facts={[
          ['法定代表人', legalName],
          ['手机号', legalPhone ?? ''],
          ...(expireTime === null ? [] : [['签署截止', formatDate(expireTime, '{y}-{m}-{d} {h}:{i}')] as const]),
        ]}
      />
    </ResultPage>
  )
}
