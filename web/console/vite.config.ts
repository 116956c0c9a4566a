import react from '@vitejs/plugin-react';
import { consoleBuild } from '../console-build.ts';

export default consoleBuild('/', [react()]);
