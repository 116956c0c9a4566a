import { faceWorlds } from '../../features/face/testing/worlds.ts';
import { identityWorlds as ofDocuments } from '../../features/identity/testing/worlds.ts';
import type { TestApp } from '../../platform/testing/app.ts';

/** A fresh world for each write by which somebody shows who they are, by its path. */
export const identityWorlds = (app: () => TestApp) => ({ ...ofDocuments(app), ...faceWorlds(app) });
