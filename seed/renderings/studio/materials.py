"""Procedural materials. Most vary in tone and roughness, and have a little relief."""
import os

import bpy

_materials = {}
HALO = {'at': (0.0, 1.72, 0.56, 2.5), 'color': (1.0, 0.50, 0.20)}  # x, z, radius, y of the wall's ring or lamp

TEXTURE_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'renders', 'textures')


class Tree:
    """Builds the node tree of a material."""

    def __init__(self, name):
        self.mat = bpy.data.materials.new(name)
        self.mat.use_nodes = True
        self.t = self.mat.node_tree
        self.bsdf = self.t.nodes['Principled BSDF']
        self.out = self.t.nodes['Material Output']
        self.coords = self.t.nodes.new('ShaderNodeTexCoord')

    def node(self, kind, **inputs):
        n = self.t.nodes.new(kind)
        for key, value in inputs.items():
            self.set(n.inputs[int(key[1:])] if key[0] == '_' and key[1:].isdigit() else n.inputs[key], value)
        return n

    def set(self, sock, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.t.links.new(value, sock)
        else:
            sock.default_value = value

    def mapped(self, scale=(1, 1, 1), jitter=False):
        m = self.node('ShaderNodeMapping', Vector=self.coords.outputs['Object'], Scale=scale)
        if jitter:
            info = self.t.nodes.new('ShaderNodeObjectInfo')
            spread = self.node('ShaderNodeMath', _0=info.outputs['Random'], _1=40.0)
            spread.operation = 'MULTIPLY'
            vec = self.node('ShaderNodeCombineXYZ', X=spread.outputs[0], Y=spread.outputs[0], Z=spread.outputs[0])
            self.set(m.inputs['Location'], vec.outputs[0])
        return m.outputs[0]

    def _map(self, name, scale, vec, cells_across):
        """Adds a seamless map of textures.py, projected along the three axes; `scale` is in cells per meter."""
        path = os.path.join(TEXTURE_FOLDER, f'{name}.png')
        tex = self.t.nodes.new('ShaderNodeTexImage')
        tex.image = bpy.data.images.load(path, check_existing=True)
        tex.image.colorspace_settings.name = 'Non-Color'
        tex.projection = 'BOX'
        tex.projection_blend = 0.15
        sized = self.node('ShaderNodeVectorMath', _0=vec or self.coords.outputs['Object'])
        sized.operation = 'SCALE'
        sized.inputs['Scale'].default_value = scale / cells_across
        self.set(tex.inputs['Vector'], sized.outputs[0])
        return tex.outputs['Color']

    def noise(self, scale, detail=4.0, vec=None, rough=0.55, distort=0.0):
        """Adds fractal noise, mostly 0.2 to 0.8. `detail` selects the map; `rough` and `distort` have no effect."""
        return self._map('fine' if detail <= 2 else 'mid' if detail <= 4 else 'rich', scale, vec, 16)

    def voronoi(self, scale, vec=None):
        """Adds the distance to the nearest cell center, 0 to 1."""
        return self._map('cells', scale, vec, 32)

    def ramp(self, fac, stops):
        n = self.node('ShaderNodeValToRGB', Fac=fac)
        el = n.color_ramp.elements
        while len(el) < len(stops):
            el.new(0.5)
        for e, (pos, col) in zip(el, stops):
            e.position = pos
            e.color = (*col, 1) if len(col) == 3 else col
        return n.outputs[0]

    def span(self, fac, lo, hi, a=0.3, b=0.7):
        n = self.node('ShaderNodeMapRange', _0=fac, _1=a, _2=b, _3=lo, _4=hi)
        return n.outputs[0]

    def mix(self, fac, a, b, blend='MIX'):
        n = self.node('ShaderNodeMixRGB', Fac=fac, Color1=a, Color2=b)
        n.blend_type = blend
        return n.outputs[0]

    def math(self, op, a, b):
        n = self.node('ShaderNodeMath', _0=a, _1=b)
        n.operation = op
        return n.outputs[0]

    def bump(self, height, strength=0.3, distance=0.001, normal=None):
        n = self.node('ShaderNodeBump', Height=height, Strength=strength, Distance=distance)
        if normal:
            self.set(n.inputs['Normal'], normal)
        return n.outputs[0]

    def halo(self, base, power):
        """Adds the light of the ring or lamp in `HALO`, computed from the nearest point of its circle, so it has no noise."""
        rx, rz, radius, y = HALO['at']
        geometry = self.t.nodes.new('ShaderNodeNewGeometry')

        def vector_math(op, a, b=None):
            n = self.node('ShaderNodeVectorMath', _0=a, **({} if b is None else {'_1': b}))
            n.operation = op
            return n
        from_mid = vector_math('MULTIPLY', vector_math('SUBTRACT', geometry.outputs['Position'], (rx, y, rz)).outputs[0], (1, 0, 1)).outputs[0]
        away = vector_math('NORMALIZE', from_mid).outputs[0]
        out = vector_math('SCALE', away)
        out.inputs['Scale'].default_value = radius
        nearest = vector_math('ADD', out.outputs[0], (rx, y, rz)).outputs[0]
        to_ring = vector_math('SUBTRACT', nearest, geometry.outputs['Position']).outputs[0]
        dist = vector_math('LENGTH', to_ring).outputs[1]
        facing = self.math('MAXIMUM', vector_math('DOT_PRODUCT', vector_math('NORMALIZE', to_ring).outputs[0], geometry.outputs['Normal']).outputs[1], 0.0)
        facing = self.math('ADD', facing, 0.06)
        falloff = self.math('DIVIDE', facing, self.math('ADD', self.math('MULTIPLY', dist, dist), 0.012))
        color = self.mix(1.0, base, rgba(HALO['color']), 'MULTIPLY')
        self.set(self.bsdf.inputs['Emission'], color)
        self.set(self.bsdf.inputs['Emission Strength'], self.math('MULTIPLY', falloff, power))

    def done(self, **inputs):
        for key, value in inputs.items():
            self.set(self.bsdf.inputs[key.replace('_', ' ')], value)
        return self.mat


def cached(create):
    def get_material(*args):
        key = (create.__name__, *args)
        if key not in _materials:
            _materials[key] = create(*args)
        return _materials[key]
    return get_material


def rgba(c):
    return (*c, 1)


@cached
def wood(tone='walnut', axis='x', quarter_cut=False):
    """Wood with its grain along an axis. Quarter-cut wood has straight, narrow bands of similar tones."""
    t = Tree(f'wood {tone}')
    tones = {
        'walnut': ((0.035, 0.016, 0.008), (0.11, 0.052, 0.026), (0.20, 0.105, 0.055)),
        'smoked': ((0.012, 0.008, 0.006), (0.034, 0.022, 0.015), (0.065, 0.042, 0.028)),
    }[tone]
    length, width, distortion = (0.5, 20, 0.15) if quarter_cut else (0.8, 9, 1.2)
    if quarter_cut:
        tones = [[middle + (value - middle) * 0.5 for value, middle in zip(color, tones[1])] for color in tones]
    v = t.mapped([length if name == axis else width for name in 'xyz'], True)
    figure = t.noise(1.6, 5, v, 0.5, distortion)
    pores = t.noise(18, 3, v, 0.7)
    col = t.ramp(figure, [(0.3, tones[0]), (0.5, tones[1]), (0.72, tones[2])])
    col = t.mix(t.span(pores, 0, 0.55, 0.5, 0.75), col, rgba(tones[0]))
    wear = t.noise(7, 4)
    rough = t.math('ADD', t.span(pores, 0.30, 0.42), t.span(wear, -0.06, 0.12))
    return t.done(Base_Color=col, Roughness=rough, Normal=t.bump(pores, 0.25, 0.0006), Specular=0.42)


@cached
def planks():
    """Smoked oak boards, 19 cm wide."""
    t = Tree('planks')
    brick = t.node('ShaderNodeTexBrick', Vector=t.coords.outputs['Object'], Scale=1.0)
    brick.offset = 0.37
    for key, value in (('Mortar Size', 0.0016), ('Brick Width', 1.9), ('Row Height', 0.19), ('Bias', 0.0)):
        brick.inputs[key].default_value = value
    brick.inputs['Color1'].default_value = (0, 0, 0, 1)
    brick.inputs['Color2'].default_value = (1, 1, 1, 1)
    brick.inputs['Mortar'].default_value = (0.5, 0.5, 0.5, 1)
    shift = t.node('ShaderNodeVectorMath', _0=t.mapped((0.9, 11, 1)), _1=brick.outputs['Color'])
    shift.operation = 'ADD'
    grain = t.noise(2.2, 6, shift.outputs[0], 0.6, 0.8)
    col = t.ramp(grain, [(0.28, (0.013, 0.009, 0.007)), (0.55, (0.042, 0.027, 0.018)), (0.8, (0.075, 0.048, 0.031))])
    col = t.mix(0.35, col, brick.outputs['Color'], 'SOFT_LIGHT')
    col = t.mix(brick.outputs['Fac'], col, rgba((0.004, 0.003, 0.003)))
    rough = t.math('ADD', t.span(grain, 0.36, 0.5), t.span(t.noise(2.5, 5), -0.1, 0.12))
    height = t.math('SUBTRACT', t.math('MULTIPLY', grain, 0.25), brick.outputs['Fac'])
    return t.done(Base_Color=col, Roughness=rough, Normal=t.bump(height, 0.5, 0.0015), Specular=0.4)


@cached
def plaster(r, g, b, halo=0.0):
    t = Tree('plaster')
    cloud = t.noise(1.3, 6)
    grit = t.noise(160, 3)
    trowel = t.noise(9, 5, t.mapped((1, 1, 2.2)), 0.6, 0.6)
    col = t.mix(t.span(cloud, 0.0, 1.0), rgba((r * 0.75, g * 0.75, b * 0.75)), rgba((r * 1.25, g * 1.22, b * 1.2)))
    h = t.math('ADD', t.math('MULTIPLY', grit, 0.25), trowel)
    if halo:
        t.halo(col, halo)
    return t.done(Base_Color=col, Roughness=t.span(cloud, 0.62, 0.8), Normal=t.bump(h, 0.35, 0.003))


@cached
def felt(r, g, b, halo=0.0):
    t = Tree('felt')
    fibre = t.noise(420, 3, None, 0.7, 1.5)
    lump = t.noise(28, 4)
    col = t.mix(t.span(lump, 0, 1), rgba((r * 0.8, g * 0.8, b * 0.8)), rgba((r * 1.15, g * 1.15, b * 1.15)))
    col = t.mix(t.span(fibre, 0, 0.35), col, rgba((r * 1.7, g * 1.7, b * 1.7)))
    h = t.math('ADD', fibre, t.math('MULTIPLY', lump, 1.4))
    if halo:
        t.halo(col, halo)
    return t.done(Base_Color=col, Roughness=0.95, Specular=0.15, Sheen=0.5, Normal=t.bump(h, 0.6, 0.0016))


@cached
def boucle(r, g, b):
    """Looped wool, as seen from a few meters."""
    t = Tree('boucle')
    loops = t.voronoi(130)
    col = t.mix(t.span(loops, 0, 1, 0.1, 0.6), rgba((r, g, b)), rgba((r * 0.55, g * 0.52, b * 0.48)))
    col = t.mix(t.span(t.noise(4, 4), 0, 0.3), col, rgba((r * 0.75, g * 0.72, b * 0.66)))
    h = t.math('ADD', t.math('MULTIPLY', loops, -1.0), t.math('MULTIPLY', t.noise(300, 2), 0.35))
    return t.done(Base_Color=col, Roughness=0.95, Specular=0.1, Sheen=0.4, Normal=t.bump(h, 0.9, 0.004))


@cached
def leather(r, g, b):
    t = Tree('leather')
    cells = t.voronoi(330)
    crease = t.noise(12, 6, None, 0.65, 1.5)
    col = t.mix(t.span(crease, 0, 1), rgba((r * 0.7, g * 0.65, b * 0.6)), rgba((r * 1.2, g * 1.15, b * 1.1)))
    h = t.math('ADD', cells, t.math('MULTIPLY', crease, 1.5))
    return t.done(Base_Color=col, Roughness=t.span(crease, 0.34, 0.55), Normal=t.bump(h, 0.28, 0.0012))


@cached
def powder(r=0.018, g=0.017, b=0.016, rough=0.42):
    """Powder-coated metal with a fine orange peel and handling marks."""
    t = Tree('powder')
    peel = t.noise(900, 2)
    marks = t.noise(14, 6, None, 0.7, 0.5)
    col = t.mix(t.span(marks, 0, 0.6, 0.55, 0.8), rgba((r, g, b)), rgba((r * 1.9 + .004, g * 1.85 + .004, b * 1.8 + .004)))
    return t.done(Base_Color=col, Roughness=t.span(marks, rough - 0.1, rough + 0.14),
                  Normal=t.bump(peel, 0.12, 0.0003), Specular=0.5)


@cached
def metal(kind='steel'):
    t = Tree(f'metal {kind}')
    color, lo, hi, stretch = {
        'steel': ((0.42, 0.40, 0.37), 0.22, 0.42, (1, 1, 30)),
        'dark': ((0.11, 0.105, 0.10), 0.24, 0.44, (1, 1, 12)),
        'brass': ((0.55, 0.34, 0.13), 0.2, 0.45, (1, 1, 8)),
        'spun': ((0.5, 0.47, 0.43), 0.18, 0.34, (1, 1, 60)),
    }[kind]
    brush = t.noise(60, 4, t.mapped(stretch), 0.7)
    stain = t.noise(11, 5)
    col = t.mix(t.span(stain, 0, 0.5), rgba(color), rgba(tuple(c * 0.6 for c in color)))
    rough = t.math('ADD', t.span(brush, lo, hi), t.span(stain, -0.05, 0.1))
    return t.done(Base_Color=col, Metallic=1.0, Roughness=rough, Normal=t.bump(brush, 0.06, 0.0003))


@cached
def rubber():
    t = Tree('rubber')
    dust = t.noise(50, 5)
    return t.done(Base_Color=t.mix(t.span(dust, 0, 0.4, 0.5, 0.8), rgba((0.012, 0.012, 0.012)), rgba((0.04, 0.037, 0.034))),
                  Roughness=t.span(dust, 0.5, 0.75), Normal=t.bump(t.noise(400, 2), 0.15, 0.0004))


@cached
def foam():
    """Open-cell windscreen foam."""
    t = Tree('foam')
    cells = t.voronoi(620)
    fine = t.noise(900, 2)
    col = t.mix(t.span(cells, 0, 1, 0.1, 0.6), rgba((0.006, 0.006, 0.006)), rgba((0.032, 0.03, 0.028)))
    h = t.math('ADD', cells, t.math('MULTIPLY', fine, 0.5))
    return t.done(Base_Color=col, Roughness=0.9, Specular=0.25, Sheen=0.25, Normal=t.bump(h, 1.0, 0.0022))


@cached
def paper(r=0.72, g=0.68, b=0.6):
    t = Tree('paper')
    return t.done(Base_Color=t.mix(t.span(t.noise(6, 5), 0, 0.4), rgba((r, g, b)), rgba((r * .85, g * .82, b * .76))),
                  Roughness=0.8, Normal=t.bump(t.noise(220, 4), 0.15, 0.0006))


@cached
def plain(r, g, b, rough=0.5, spec=0.5):
    t = Tree('plain')
    var = t.noise(30, 4)
    return t.done(Base_Color=rgba((r, g, b)), Roughness=t.span(var, max(rough - 0.07, 0.02), rough + 0.07), Specular=spec)


@cached
def rug():
    t = Tree('rug')
    loops = t.voronoi(150)
    drift = t.noise(3, 5)
    col = t.mix(t.span(drift, 0, 1), rgba((0.16, 0.135, 0.11)), rgba((0.25, 0.22, 0.18)))
    col = t.mix(t.span(loops, 0, 0.8, 0.1, 0.6), col, rgba((0.06, 0.05, 0.04)))
    h = t.math('ADD', t.math('MULTIPLY', loops, -1.0), t.noise(40, 3))
    return t.done(Base_Color=col, Roughness=0.97, Specular=0.05, Sheen=0.3, Normal=t.bump(h, 0.9, 0.005))


@cached
def glow(r, g, b, strength):
    """A glowing surface. The caller decides whether it also lights the set."""
    m = bpy.data.materials.new('glow')
    m.use_nodes = True
    t = m.node_tree
    t.nodes.clear()
    e = t.nodes.new('ShaderNodeEmission')
    e.inputs[0].default_value = (r, g, b, 1)
    e.inputs[1].default_value = strength
    o = t.nodes.new('ShaderNodeOutputMaterial')
    t.links.new(e.outputs[0], o.inputs[0])
    return m


@cached
def pane(r=1.0, g=1.0, b=1.0, mirror=1.0, rough=0.0):
    """Thin clean glass without refraction: transparent, with Fresnel reflections."""
    m = bpy.data.materials.new('pane')
    m.use_nodes = True
    t = m.node_tree
    t.nodes.clear()
    clear = t.nodes.new('ShaderNodeBsdfTransparent')
    shine = t.nodes.new('ShaderNodeBsdfGlossy')
    shine.inputs['Color'].default_value = (r, g, b, 1)
    shine.inputs['Roughness'].default_value = rough
    fres = t.nodes.new('ShaderNodeFresnel')
    fres.inputs[0].default_value = 1.5
    mul = t.nodes.new('ShaderNodeMath')
    mul.operation = 'MULTIPLY'
    mul.use_clamp = True
    mul.inputs[1].default_value = mirror
    mix = t.nodes.new('ShaderNodeMixShader')
    out = t.nodes.new('ShaderNodeOutputMaterial')
    t.links.new(fres.outputs[0], mul.inputs[0])
    # Limits reflections of edges, which would mirror only the dark room.
    cap = t.nodes.new('ShaderNodeMath')
    cap.operation = 'MINIMUM'
    cap.inputs[1].default_value = 0.3
    t.links.new(mul.outputs[0], cap.inputs[0])
    t.links.new(cap.outputs[0], mix.inputs[0])
    t.links.new(clear.outputs[0], mix.inputs[1])
    t.links.new(shine.outputs[0], mix.inputs[2])
    t.links.new(mix.outputs[0], out.inputs[0])
    return m


@cached
def picture(path, strength):
    """An image on UV coordinates, as a lit screen."""
    t = Tree('picture')
    tex = t.t.nodes.new('ShaderNodeTexImage')
    tex.image = bpy.data.images.load(path)
    return t.done(Base_Color=(0.004, 0.004, 0.004, 1), Roughness=0.28, Emission=tex.outputs[0], Emission_Strength=strength)
