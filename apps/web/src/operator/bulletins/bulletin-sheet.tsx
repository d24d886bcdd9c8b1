import type { Bulletin } from '@moqi/api/bulletin'
import {
  bulletinAudienceLabels,
  bulletinAudiences,
  bulletinLevelLabels,
  bulletinLevels,
  bulletinLimits,
} from '@moqi/domain/bulletins/bulletin-rules'
import { CallRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { BulletinBar } from '../../kit/bulletin/bulletin-bar.tsx'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { minute } from './bulletin-times.ts'
import { useBulletinDraft } from './use-bulletin-draft.ts'

type BulletinSheetProps = {
  /** Null: a new one. */
  bulletin: Bulletin | null
  onClose: () => void
}

/** A bulletin: written and seen as it will be shown; one that is published is taken back before it is changed. */
export function BulletinSheet({ bulletin, onClose }: BulletinSheetProps) {
  return bulletin?.bulletinState === 'published' ? (
    <ShownSheet bulletin={bulletin} onClose={onClose} />
  ) : (
    <DraftSheet bulletin={bulletin} onClose={onClose} />
  )
}

function ShownSheet({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const { bulletinId, revision, words, level, audience } = bulletin
  const { busy, decide } = useDecision(() => {}, onClose)
  const takeBack = () =>
    decide(
      'takeBack',
      () =>
        call('takeBackBulletin', { bulletinId, revision }).catch((fault: unknown) => {
          // What is shown here is no more as it is.
          if (fault instanceof CallRefusal) onClose()
          throw fault
        }),
      '已撤下，用户不再看到；可修改后再次发布',
    )
  return (
    <Sheet
      title="查看公告"
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button variant="danger" busy={busy !== null} onClick={() => void takeBack()}>
            撤下
          </Button>
        </>
      }
    >
      <div className="bulletin-form">
        <BulletinBar words={words} level={level} />
        <Facts
          className="case-facts"
          facts={[
            ['展示对象', bulletinAudienceLabels[audience]],
            ['展示时间', `${minute(bulletin.beginTime)} 至 ${minute(bulletin.endTime)}`],
            ['发布', `${bulletin.changedBy}，${minute(bulletin.publishTime ?? bulletin.changeTime)}`],
            ['已关闭', `${bulletin.dismissed}人`],
          ]}
        />
      </div>
    </Sheet>
  )
}

function DraftSheet({ bulletin, onClose }: BulletinSheetProps) {
  const { written, change, faults, busy, isOvertaken, keep, publish, drop } = useBulletinDraft(bulletin, onClose)
  const { words, level, audience, begin, end } = written
  return (
    <Sheet
      title={bulletin ? '编辑公告' : '新建公告'}
      width={640}
      onClose={onClose}
      footer={
        <>
          {drop && (
            <Button variant="danger" busy={busy === 'drop'} onClick={drop}>
              删除
            </Button>
          )}
          <Button busy={busy === 'save'} onClick={keep}>
            {isOvertaken ? '另存为新草稿' : '保存草稿'}
          </Button>
          <Button variant="primary" busy={busy === 'publish'} onClick={publish}>
            发布
          </Button>
        </>
      }
    >
      <div className="bulletin-form">
        <FormFault>
          {isOvertaken &&
            '这条公告已由他人修改、发布或删除。您写的内容仍在此处，可另存为新草稿，或关闭后查看最新的内容。'}
        </FormFault>
        <TextArea
          label="内容"
          rows={3}
          maxLength={bulletinLimits.words}
          data-first
          hint="一段话，说明何时、何事、对用户有何影响"
          value={words}
          error={faults.words}
          onChange={(event) => change({ words: event.target.value })}
        />
        <div className="bulletin-pair">
          <SelectField
            label="级别"
            value={level}
            options={bulletinLevels.map((value) => ({ value, label: bulletinLevelLabels[value] }))}
            onChange={(to) => change({ level: to })}
          />
          <SelectField
            label="展示对象"
            value={audience}
            options={bulletinAudiences.map((value) => ({ value, label: bulletinAudienceLabels[value] }))}
            onChange={(to) => change({ audience: to })}
          />
          <Field
            label="开始时间"
            type="datetime-local"
            value={begin}
            error={faults.beginTime}
            onChange={(event) => change({ begin: event.target.value })}
          />
          <Field
            label="结束时间"
            type="datetime-local"
            value={end}
            error={faults.endTime}
            onChange={(event) => change({ end: event.target.value })}
          />
        </div>
        <section aria-label="预览">
          <p className="small muted">预览</p>
          <BulletinBar words={words.trim() || '（公告内容）'} level={level} />
        </section>
      </div>
    </Sheet>
  )
}
