import react from '@vitejs/plugin-react';
import { consoleBuild } from '../console-build.ts';
import { sdkArchive } from './sdk-archive.ts';

export default consoleBuild('/', [react(), sdkArchive()]);
