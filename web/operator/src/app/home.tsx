import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ownSession } from '../shared/session.ts';
import { permittedGroups } from './permitted-groups.ts';

/** The first page that the role may use. */
export default function Home() {
  const { data } = useQuery(ownSession);
  const first = data && permittedGroups(data.permissions)[0]?.pages[0];
  return first ? <Navigate to={first.path} replace /> : null;
}
