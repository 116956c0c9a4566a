import { MEMBER_ROLES, type MemberRole } from '@purser/contract/member';
import { Radio } from 'antd';
import { useT } from './texts.ts';
import styles from './team.module.css';

interface RoleChoiceProps {
  readonly label: string;
  readonly value: MemberRole;
  readonly onChange: (role: MemberRole) => void;
  readonly problem?: string | undefined;
}

/** The roles, each with what it allows. */
export function RoleChoice({ label, value, onChange, problem }: RoleChoiceProps) {
  const t = useT();
  return (
    <fieldset className={styles.roles} data-problem={problem !== undefined}>
      <legend>{label}</legend>
      <Radio.Group value={value} onChange={(event) => onChange(event.target.value as MemberRole)}>
        {MEMBER_ROLES.map((role) => (
          <Radio key={role} value={role}>
            <span className={styles.role}>
              <strong>{t(`team.role.${role}`)}</strong>
              <span className={styles.hint}>{t(`team.roleHint.${role}`)}</span>
            </span>
          </Radio>
        ))}
      </Radio.Group>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
