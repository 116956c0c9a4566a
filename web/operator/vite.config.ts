import react from '@vitejs/plugin-react';
import { consoleBuild } from '../console-build.ts';

/** Served below `/operator/`, on a host of its own or beside the other pages. */
export default consoleBuild('/operator/', [react()]);
