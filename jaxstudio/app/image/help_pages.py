"""The pages of the help about the image tab: filters, comparing, variants, sweeps, presets, kernels."""

from __future__ import annotations

from functools import partial
from html import escape

from jaxstudio.app.image.handle_geometry import HANDLED
from jaxstudio.app.image.mask_words import MASKS, masks_page
from jaxstudio.app.shared.tab import Topic, holding
from jaxstudio.app.shared.text import in_words, of_catalogue, of_number, of_value, tr
from jaxstudio.pipeline.catalogue import Catalogue
from jaxstudio.pipeline.op import OpSpec
from jaxstudio.pipeline.params import Choice, Expression, Float, Int, Param, Steps

PREVIEW, COMPARE = "\0preview", "\0compare"
VARIANTS, SWEEPS = "\0variants", "\0sweeps"
SESSIONS = "\0sessions"
AUGMENT_COMMAND = (
    'jaxstudio augment -s random_flip -s "choose_one ops=[gaussian_blur sigma=0.5..3 | fog p=1]" '
    "train/ -o augmented/ --variants 8"
)
SWEEP_COMMANDS = (
    "jaxstudio sweep photo.jpg -s gaussian_blur --over sigma=0.5..8 -o sheet.png",
    "jaxstudio sweep photo.jpg -s swirl --over strength=0..8 --back -o swirl.gif",
)
BATCH = "\0batch"
BATCH_COMMAND = 'jaxstudio apply -r film.json holiday/*.jpg -o "done/{stem}.jpg"'
PRESETS, FINDING = "\0presets", "\0finding"
PRESET_COMMANDS = (
    "jaxstudio presets",
    'jaxstudio apply --preset "Film look" photo.jpg -o film.jpg',
    "jaxstudio apply --preset median/strong photo.jpg -o clean.png",
)
EXPRESSIONS, OWN = "\0expressions", "\0own filters"
KERNELS = "\0kernels"
MATCH, KERNEL, SENSITIVITY = "\0match", "\0learn", "\0sensitivity"
MATCH_COMMAND = "jaxstudio match raw.png edited.jpg -s gamma -s saturation -o look.json"
LEARN_COMMAND = "jaxstudio learn sharp.png soft.png --size 9 --sum-one -o blur.json"
EXPRESSION_COMMAND = (
    """jaxstudio apply -s 'expression text="k = 2 [0, 4]; v^k" k=1.5' photo.jpg -o dark.jpg"""
)
OWN_COMMANDS = (
    "jaxstudio ops --folder my_filters",
    "jaxstudio apply --ops my_filters -s bend_tones photo.jpg -o bent.jpg",
)
KERNEL_TEXTS = (
    "[[0, -1, 0], [-1, 5, -1], [0, -1, 0]]",
    "1/16 * np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]])",
    "[1 2 1; 2 4 2; 1 2 1] / 16",
    "1, 2, 1",
)


def topics(search: str, catalogue: Catalogue) -> list[Topic]:
    """The pages that contain every word of `search`, those of the filters last."""
    pages = [
        Topic(PREVIEW, "", tr("The preview"), preview_page),
        Topic(COMPARE, "", tr("Compare and measure"), compare_page),
        Topic(SESSIONS, "", tr("Sessions and the filmstrip"), sessions_page),
        Topic(VARIANTS, "", tr("Variants"), variants_page),
        Topic(SWEEPS, "", tr("Sweeps"), sweeps_page),
        Topic(BATCH, "", tr("Batch"), batch_page),
        Topic(PRESETS, "", tr("Presets"), presets_page),
        Topic(FINDING, "", tr("Finding a filter"), finding_page),
        Topic(KERNELS, "", tr("Kernels"), kernels_page),
        Topic(MASKS, "", tr("Masks"), masks_page),
        Topic(MATCH, "", tr("Match a picture"), match_page),
        Topic(KERNEL, "", tr("Learn a kernel"), learn_page),
        Topic(EXPRESSIONS, "", tr("Expressions of pixels"), expressions_page),
        Topic(SENSITIVITY, "", tr("Sensitivity"), sensitivity_page),
        Topic(OWN, "", tr("Write your own filter"), own_filters_page),
    ]
    matching = {op.name for op in catalogue.search(search, of_catalogue)}
    filters = [
        Topic(op.name, in_words(op.category), of_catalogue(op.title), partial(filter_page, op))
        for op in catalogue.values()
        if op.name in matching
    ]
    return [*holding(pages, search), *filters]


def preview_page() -> str:
    """What the picture on the canvas is, and what computes it, as HTML."""
    words = (
        (tr("exact"), tr("What would be saved, pixel by pixel; zoomed out, its mean.")),
        (
            tr("approximate"),
            tr("Computed on a photo that is reduced to the screen's resolution; the exact one follows."),
        ),
        (
            tr("Preview 1/2"),
            tr("Coarser than the screen: finer frames would take longer than 33 ms while a control is held."),
        ),
        (
            tr("Thumbnail"),
            tr("The small picture that the camera put into the file, shown until the photo is decoded."),
        ),
    )
    rows = "".join(f"<tr><td><b>{name}</b></td><td>{meaning}</td></tr>" for name, meaning in words)
    parts = [
        f"<h2>{tr('The preview')}</h2>",
        f"<p>{tr('At 100 % and above the picture is the export.')} "
        f"{tr('The status bar says what it is now:')}</p>",
        f"<table cellpadding='5'>{rows}</table>",
        f"<p>{tr('When the hand rests for a tenth of a second, it is as fine as the screen again.')} "
        f"{tr('View > Adaptive Resolution switches the coarser ones off.')}</p>",
        f"<p>{tr('Noise on a reduced photo is that of the mean of the pixels, as faint as in the export.')} "
        f"{tr('The page of a filter whose reduced picture differs says how.')}</p>",
        f"<h3>{tr('Colours')}</h3>",
        f"<p>{tr('A photo with a colour profile is shown in its colours; filters compute with its values.')} "
        f"{tr('Compute in: linear light makes blurs, resizes and noise physically right.')}</p>",
        f"<h3>{tr('The engine')}</h3>",
        f"<p>{tr('Pictures are computed in a process of their own: the window never waits for them.')} "
        f"{tr('If it ends, out of memory say, it is started again with the same photo, steps and view.')} "
        f"{tr('A file that was being written is then written again from its start.')}</p>",
    ]
    return "".join(parts)


def compare_page() -> str:
    """All of it on one page, as HTML."""
    measures = (
        ("PSNR", tr("10·log₁₀(1 ÷ MSE) in decibels: how far the difference lies below the full range.")),
        ("SSIM", tr("Structural similarity of windows of 7×7 pixels, the mean over windows and channels.")),
        ("MSE", tr("The mean of the squared differences of all values.")),
        ("max |Δ|", tr("The greatest difference of one value.")),
        (
            "ΔE",
            tr("CIEDE2000: how far apart two colours look. About 1 is just seen. The mean and the greatest."),
        ),
    )
    rows = "".join(f"<tr><td><b>{name}</b></td><td>{words}</td></tr>" for name, words in measures)
    parts = [
        f"<h2>{tr('Compare and measure')}</h2>",
        f"<p>{tr('F9 opens a bar that says how far the result is from the photo, or from a snapshot.')} "
        f"{tr('Take a snapshot (Ctrl+Shift+B) to compare later results with the present one.')} "
        f"{tr('Before and After (Ctrl+B) then shows the snapshot on the left.')}</p>",
        f"<table cellpadding='5'>{rows}</table>",
        f"<p>{tr('Values go from 0 to 1; alpha is left out.')} "
        f"{tr('The definitions are those of scikit-image with a data range of 1.')} "
        f"{tr('Measured is the whole result at full size, in the photo’s depth, as it would be saved.')} "
        f"{tr('Of a large photo an approximate answer from a smaller copy comes first, and says so.')} "
        f"{tr('Where the sizes differ, after a crop say, there is nothing to compare pixel by pixel.')}</p>",
        f"<h3>{tr('Difference')}</h3>",
        f"<p>{tr('Absolute shows the gain times |a − b|: black where nothing differs.')} "
        f"{tr('Signed is gray where nothing differs, lighter where the result is.')} "
        f"{tr('Zoomed out, only the exact frame averages the differences of full size.')}</p>",
        f"<h3>{tr('Channels')}</h3>",
        f"<p>{tr('The box in the toolbar shows one channel in gray, hues as the colours they are.')} "
        f"{tr('Side by side, each third of what is seen shows one plane of the colour space.')} "
        f"{tr('Only the view changes; what is saved does not.')}</p>",
        f"<h3>{tr('What is not a number')}</h3>",
        f"<p>{tr('NaN and infinity in a float photo are kept, painted in magenta, and counted below.')} "
        f"{tr('Statistics (equalize, auto levels, thresholds) and measures leave them out and say so.')} "
        f"{tr('Saved as integers, NaN becomes 0 and infinity an end of the range, which is said.')}</p>",
    ]
    return "".join(parts)


def match_page() -> str:
    """What a search for values does and what its words mean, as HTML."""
    parts = [
        f"<h2>{tr('Match a picture')}</h2>",
        f"<p>{tr('Ctrl+Shift+L opens a panel in which a target is chosen: the photo as it is to look.')} "
        f"{tr('Start then moves the sliders until the filters that are there turn the photo into it.')} "
        f"{tr('Target and result must have the same size.')}</p>",
        f"<p>{tr('Ticks on the cards say which values may change: all real numbers at first.')} "
        f"{tr('Whole numbers, switches and choices are tried out one after the other.')} "
        f"{tr('Ranges hold: no value leaves what its filter allows.')}</p>",
        f"<p>{tr('Stop keeps the best values so far, Cancel goes back to those before.')} "
        f"{tr('All of it is one undo. Any other change of the filters ends the search.')}</p>",
        f"<h3>{tr('How it searches')}</h3>",
        f"<p>{tr('Each ticked value is changed a little, which tells how every pixel changes with it.')} "
        f"{tr('For the mean square they make the steps of Levenberg and Marquardt, else those of Adam.')} "
        f"{tr('First on a reduced photo, then on larger ones up to the photo, or to two megapixels of it.')} "
        f"{tr('If the first place does not lead to the target, others on the sliders are tried.')}</p>",
        f"<h3>{tr('How it ends')}</h3>",
        f"<p>{tr('Converged means that no small change of the values lowers the loss any more.')} "
        f"{tr('It does not mean that the pictures are alike: that is what the share of the loss says.')} "
        f"{tr('Without influence: the whole slider changes no pixel noticeably.')} "
        f"{tr('Not determined: values can be exchanged for others and the picture hardly changes.')}</p>",
        f"<h3>{tr('Without the window')}</h3>",
        f"<p><code>{escape(MATCH_COMMAND)}</code></p>",
    ]
    return "".join(parts)


def sensitivity_page() -> str:
    """What the derivatives on canvas and sliders mean, as HTML."""
    parts = [
        f"<h2>{tr('Sensitivity')}</h2>",
        f"<p>{tr('Ctrl+Shift+I shows how each pixel changes with the slider under the cursor.')} "
        f"{tr('Orange grows with the slider, blue falls, grey stays; the bar below has the scale.')} "
        f"{tr('It is the derivative: the change for one unit, in values from 0 to 1.')} "
        f"{tr('Of the three colours of a pixel the one that changes most is shown.')}</p>",
        f"<h3>{tr('Arrows')}</h3>",
        f"<p>{tr('Arrows on the sliders say how a number of the whole picture changes with each.')} "
        f"{tr('Mean brightness is the mean of all values, contrast their standard deviation.')} "
        f"{tr('Sharpness is the root mean square of the differences of neighbours.')} "
        f"{tr('With a target in Match a Picture there is the mean square of the differences, too.')} "
        f"{tr('The numbers are in the tips of the sliders.')}</p>",
        f"<h3>{tr('Where there is none')}</h3>",
        f"<p>{tr('Whole numbers, choices and switches have no derivative.')} "
        f"{tr('Thresholds and the like change the picture in jumps: their derivative would say nothing.')} "
        f"{tr('In both cases nothing is shown, and the bar says why.')}</p>",
        f"<h3>{tr('How it is computed')}</h3>",
        f"<p>{tr('Filters of single pixels are differentiated exactly, by jax.jvp, in about a frame.')} "
        f"{tr('For all others, and under masks, the derivative is the difference of two frames.')} "
        f"{tr('The slider is a little lower in one, higher in the other; the bar says: by differences.')} "
        f"{tr('The map is computed for what is on the canvas, arrows on a small photo.')}</p>",
    ]
    return "".join(parts)


def learn_page() -> str:
    """What kernels are learnt from a pair of pictures, as HTML."""
    parts = [
        f"<h2>{tr('Learn a kernel')}</h2>",
        f"<p>{tr('Ctrl+L finds the weights of the convolution that turns one picture into another.')} "
        f"{tr('Before is the photo that is open, without its filters, or another picture.')} "
        f"{tr('Of all kernels of the size it is the one that leaves the smallest squares.')}</p>",
        f"<p>{tr('What is known of the kernel makes it better where the pictures are noisy:')} "
        f"{tr('separable, symmetric, non-negative, of sum 1.')}</p>",
        f"<p>{tr('Blue squares are weights below 0, orange ones above.')} "
        f"{tr('The step is a convolution before all other filters; undo takes it back.')} "
        f"{tr('Sharpening, blur, emboss and edges are convolutions; contrast and noise are not.')}</p>",
        f"<h3>{tr('Without the window')}</h3>",
        f"<p><code>{escape(LEARN_COMMAND)}</code></p>",
    ]
    return "".join(parts)


def sessions_page() -> str:
    """All of it on one page, as HTML."""
    keys = (
        ("0 – 5", tr("Stars")),
        ("P  X  U", tr("Picked, rejected, no flag")),
        ("Ctrl+PgDown  Ctrl+PgUp", tr("The photo after, the photo before")),
        ("Ctrl+Alt+C  Ctrl+Alt+V", tr("Copy the recipe, paste it to all photos that are selected")),
        ("F4", tr("Show or hide the filmstrip")),
    )
    rows = "".join(f"<tr><td><b>{name}</b></td><td>{words}</td></tr>" for name, words in keys)
    parts = [
        f"<h2>{tr('Sessions and the filmstrip')}</h2>",
        f"<p>{tr('Drop several photos or a folder on the window, or use Photos > Add Photos.')} "
        f"{tr('Each photo has its own steps, undo, view and snapshot.')} "
        f"{tr('The strip below the canvas shows them with what their steps make of them.')} "
        f"{tr('With Shift or Ctrl several are selected; stars, flags and recipes go to all of them.')} "
        f"{tr('The boxes on the right show only those with so many stars, or with a flag.')}</p>",
        f"<table cellpadding='5'>{rows}</table>",
        f"<h3>{tr('Sessions')}</h3>",
        f"<p>{tr('A session is one text file: photos, steps, undo, stars, flags, functions, layout.')} "
        f"{tr('The photos stay where they are; a folder that is moved takes its session along.')} "
        f"{tr('A missing photo keeps its steps: Photos > Locate the File says where it is now.')}</p>",
        f"<p>{tr('Whatever you do is on disk within a second, whether you save it or not.')} "
        f"{tr('After a crash it is offered when the program is started again.')} "
        f"{tr('File > Restore the Last Session brings back what a closed window held.')} "
        f"{tr('Pasted pictures come back, too; of a saved session they lie beside its file.')}</p>",
    ]
    return "".join(parts)


def variants_page() -> str:
    """All of it on one page, as HTML."""
    parts = [
        f"<h2>{tr('Variants')}</h2>",
        f"<p>{tr('Ctrl+Shift+V shows the stack under other seeds, side by side.')} "
        f"{tr('Whatever is left to chance is drawn anew for each: noise, augmentations, choose one.')} "
        f"{tr('A click, or Enter, takes the seed; undo takes it back.')} "
        f"{tr('They are computed on a reduced photo, and stop when their window is closed.')}</p>",
        f"<h3>{tr('Files')}</h3>",
        f"<p>{tr('The sheet is one picture of them all, each with its seed.')} "
        f"{tr('The variants are written in full size into a folder.')} "
        f"{tr('A folder of photos is augmented with its subfolders, so many variants of each photo.')}</p>",
        f"<p>{tr('Its manifest.jsonl holds the recipe, and for each file its seed and what was drawn.')} "
        f"{tr('Cancelled or interrupted, the same work goes on where it was when it is asked for again.')} "
        f"{tr('From the manifest and the photos alone the files can be made again, bit for bit:')}</p>",
        "<p><code>jaxstudio augment --from-manifest augmented/manifest.jsonl -o again/</code></p>",
        f"<h3>{tr('Without the window')}</h3>",
        f"<p><code>{escape(AUGMENT_COMMAND)}</code></p>",
        f"<h3>{tr('Filters drawn from a list')}</h3>",
        f"<p>{tr('Choose one takes a filter to a line, as they are written on the command line.')} "
        f"{tr('A number may be a range, 0.5..3, and is then drawn evenly.')} "
        f"{tr('Sometimes applies one filter, or a choose one in brackets, with a probability.')}</p>",
    ]
    return "".join(parts)


def sweeps_page() -> str:
    """All of it on one page, as HTML."""
    commands = "".join(f"<p><code>{escape(each)}</code></p>" for each in SWEEP_COMMANDS)
    return "".join(
        (
            f"<h2>{tr('Sweeps')}</h2>",
            f"<p>{tr('A right click on a slider, or Ctrl+Shift+W, shows the photo at several values.')} ",
            f"{tr('A second parameter makes a grid: the first changes downwards, the second across.')} ",
            f"{tr('Choices and switches are shown at all of theirs; the seed gives each other noise.')}</p>",
            f"<p>{tr('A click, or Enter, takes the values of a picture; one undo takes them back.')} ",
            f"{tr('A double click closes the window, too. The sheet is saved as one picture.')}</p>",
            f"<h3>{tr('Animation')}</h3>",
            f"<p>{tr('One parameter from its first value to its last, and back again if you like.')} ",
            f"{tr('The arrow keys turn to the picture before or after.')} ",
            f"{tr('Saved as GIF, WebP or MP4, which needs the extra video of the installation.')}</p>",
            f"<h3>{tr('Without the window')}</h3>{commands}",
        )
    )


def batch_page() -> str:
    """Many photos through one recipe, as HTML."""
    return "".join(
        (
            f"<h2>{tr('Batch')}</h2>",
            f"<p>{tr('File > Batch does to many photos what the steps in the window do to one.')} ",
            f"{tr('Add or drop photos and folders, choose where the results go and what they are called.')} ",
            f"{tr('Whether two results would have one name is found before anything is computed.')}</p>",
            f"<p>{tr('In names, {stem} is that of the photo, {index} its number, {folder} its folder.')} ",
            f"{tr('A name such as {folder}/{stem} makes a folder for each.')}</p>",
            f"<p>{tr('A process of its own computes, with less priority than the window: go on editing.')} ",
            f"{tr('The window may be closed meanwhile. A photo that fails says why in its row.')}</p>",
            f"<p>{tr('What is done is noted: after a crash, or when the program was closed, File > Batch')} ",
            f"{tr('offers to go on, and nothing is done twice.')}</p>",
            f"<p>{tr('A Dask scheduler sends the photos to a cluster; local:4 is four processes here.')}</p>",
            f"<p>{tr('On the command line:')} <code>{escape(BATCH_COMMAND)}</code></p>",
        )
    )


def presets_page() -> str:
    """What a preset is and what one does with it, as HTML."""
    commands = "".join(f"<p><code>{escape(each)}</code></p>" for each in PRESET_COMMANDS)
    return "".join(
        (
            f"<h2>{tr('Presets')}</h2>",
            f"<p>{tr('Ctrl+Shift+P, or the button beside the search field, shows looks on your photo.')} ",
            f"{tr('Enter puts a preset in place of the stack; one undo brings the stack back.')} ",
            f"{tr('Shift+Enter adds its filters after those that are there and keeps the seed.')}</p>",
            f"<p>{tr('Type a name below and press Enter to keep the present stack, with its seed.')} ",
            f"{tr('F2 renames one of yours, Del removes it, and then it can be put back.')}</p>",
            f"<h3>{tr('Of one filter')}</h3>",
            f"<p>{tr('Ctrl+P on a step, or its menu, shows the presets of its filter.')} ",
            f"{tr('They hold its values, and leave the other steps alone.')}</p>",
            f"<h3>{tr('Files')}</h3>",
            f"<p>{tr('A preset is a recipe file in the folder that the first command names.')} ",
            f"{tr('A file that cannot be read says so in its row; the others work.')}</p>",
            f"<h3>{tr('Without the window')}</h3>{commands}",
        )
    )


def finding_page() -> str:
    """How the search field shows filters, as HTML."""
    return "".join(
        (
            f"<h2>{tr('Finding a filter')}</h2>",
            f"<p>{tr('Ctrl+K: type a word of its name, its use or its category; Enter adds it.')}</p>",
            f"<p>{tr('The small pictures show each filter on your photo after the present stack.')} ",
            f"{tr('They are computed while nothing else is, on a photo made small.')} ",
            f"{tr('Sizes in pixels are those of the small photo, so that a blur can be seen at all.')} ",
            f"{tr('A filter that does nothing by default is shown with a slider moved a little.')} ",
            f"{tr('A picture that would be almost black, of edges say, is shown lighter.')}</p>",
        )
    )


def kernels_page() -> str:
    """All of it, as HTML."""
    ways = "".join(f"<li><code>{escape(way)}</code></li>" for way in KERNEL_TEXTS)
    return "".join(
        (
            f"<h2>{tr('Kernels')}</h2>",
            f"<p>{tr('Convolve gives every pixel the sum of its neighbours, each times its weight.')} ",
            f"{tr('The weights stand in the grid, up to 15 × 15. A preset begins one.')}</p>",
            f"<p>{tr('The button beside the sum, or a right click, does something to the whole kernel:')} ",
            f"{tr('divide it by its sum, flip, turn, transpose.')} ",
            f"{tr('Combine makes one kernel that does what two do, one after the other.')} ",
            f"{tr('Weights that sum to 0, as of edge finders, cannot be divided by their sum.')}</p>",
            f"<h3>{tr('As text')}</h3>",
            f"<p>{tr('Ctrl+C and Ctrl+V in the grid copy and paste the kernel. Read are, for example:')}</p>",
            f"<ul>{ways}</ul>",
            f"<p>{tr('Edit as text underlines what is wrong where it stands.')}</p>",
            f"<h3>{tr('Frequency response')}</h3>",
            f"<p>{tr('How strongly the kernel lets each frequency pass: even areas in the middle, ')}",
            f"{tr('the finest detail, half a cycle per pixel, at the edges. ')}",
            f"{tr('A blur is bright in the middle only; what finds edges is dark there.')}</p>",
            f"<h3>{tr('Separable kernels')}</h3>",
            f"<p>{tr('A kernel that is a column times a row, as a box or a Gaussian is, needs no square.')} ",
            f"{tr('From 5 × 5 on it is done in two passes, several times faster, to the same result.')}</p>",
        )
    )


def expressions_page() -> str:
    """The language of the filter Expression with its examples, as HTML."""
    from jaxstudio.app.image.expression_row import examples
    from jaxstudio.pipeline.pixel_program import NEIGHBOURS, VARIABLES

    names = "".join(
        f"<tr><td><code>{name}</code></td><td>{escape(of_catalogue(about))}</td></tr>"
        for name, about in VARIABLES.items()
    )
    reading = ", ".join(f"<code>{name}(dx, dy)</code>" for name in NEIGHBOURS)
    shown = "".join(f"<p><b>{escape(title)}</b></p><pre>{escape(text)}</pre>" for title, text in examples())
    return "".join(
        (
            f"<h2>{tr('Expressions of pixels')}</h2>",
            f"<p>{tr('The filter Expression computes each pixel by a typed formula.')} ",
            f"{tr('One expression computes every channel; r = …, g = … and b = … compute single ones.')} ",
            f"{tr('To the right of = the letters are the picture: r = g; g = r exchanges two.')}</p>",
            f"<p>{tr('A line k = 0.5 [0, 1] makes a slider; moving it compiles nothing.')} ",
            f"{tr('Other lines name values, m = (r + g + b)/3, or functions, f(u) = u^2.')} ",
            f"{tr('Semicolons separate as line ends do; behind # stands a note.')}</p>",
            f"<h3>{tr('Names')}</h3><table cellpadding='4'>{names}</table>",
            f"<p>{tr('Values run from 0 to 1; x and y are pixels, x/width is a fraction.')}</p>",
            f"<h3>{tr('Neighbours')}</h3><p>{reading}: ",
            f"{tr('the pixel dx columns to the right and dy rows down, up to 64, of the same ')}",
            f"{tr('channel, of red, green, blue, or the lightness.')} ",
            f"{tr('In sum(at(n, 0), n, -2, 2) the distances are whole numbers, too.')} ",
            f"{tr('What lies beyond the edge is what Border says.')}</p>",
            f"<p>{tr('Where a formula has no value, as 0/0, the result is NaN, black in a file.')} ",
            f"{tr('Nothing that is typed or comes with a recipe is executed as a program.')}</p>",
            f"<h3>{tr('Examples')}</h3>{shown}",
            f"<p><code>{escape(EXPRESSION_COMMAND)}</code></p>",
        )
    )


def own_filters_page() -> str:
    """How a filter is written in Python, with the template, as HTML."""
    from jaxstudio.own_ops.folder import TEMPLATE

    template = TEMPLATE.format(name="bend_tones", title="Bend tones")
    commands = "".join(f"<p><code>{escape(each)}</code></p>" for each in OWN_COMMANDS)
    return "".join(
        (
            f"<h2>{tr('Write your own filter')}</h2>",
            f"<p>{tr('Edit > Own Filters takes a folder of Python files with one filter or several.')} ",
            f"{tr('New Filter from Template writes one to begin with, and opens it in your editor.')}</p>",
            f"<p>{tr('Nothing in the folder is run before you say so.')} ",
            f"{tr('When files change you are asked again, unless you allowed that, too.')}</p>",
            f"<p>{tr('Each file is tried on small pictures in a process of its own when it is saved.')} ",
            f"{tr('What fails, exits or hangs there is said with its line; the others are loaded.')} ",
            f"{tr('The engine then starts anew with them; photo, stack and sliders stay.')} ",
            f"{tr('Should a filter end the engine later, it goes on, in the end without your filters.')} ",
            f"{tr('One that never comes to an end is named after some seconds, and can be left out.')}</p>",
            f"<p>{tr('A recipe holds the name of a filter and its values, never its code.')} ",
            f"{tr('Where the filter is missing, one line names it.')}</p>",
            f"<h3>{tr('The format')}</h3><pre>{escape(template)}</pre>",
            f"<h3>{tr('Without the window')}</h3>{commands}",
        )
    )


def filter_page(op: OpSpec) -> str:
    """One op explained, as HTML."""
    parts = [f"<h2>{escape(of_catalogue(op.title))}</h2>", f"<p>{escape(of_catalogue(op.doc))}</p>"]
    for title, text in (
        (tr("When to use it"), op.use),
        (tr("Formula"), op.formula),
        (tr("Source"), op.source),
        (tr("Differences"), op.notes),
        (tr("Preview of a reduced photo"), op.preview_note),
    ):
        if text:
            parts.append(f"<p><b>{title}.</b> {escape(of_catalogue(text))}</p>")
    if op.name in HANDLED:
        words = tr("Ctrl+T shows handles on the picture: drag them, or Tab to one and move it by arrow keys.")
        parts.append(f"<p><b>{tr('Handles')}.</b> {words}</p>")
    parts.append(f"<p><b>{tr('In recipes')}.</b> <code>{escape(op.name)}</code></p>")
    if op.params:
        head = (tr("Parameter"), tr("Range"), tr("Default"), tr("What it does"))
        parts.append(f"<h3>{tr('Parameters')}</h3><table cellpadding='5' width='100%'>")
        parts.append("<tr>" + "".join(f"<th align='left'>{each}</th>" for each in head) + "</tr>")
        parts += [_row(param) for param in op.params]
        parts.append("</table>")
    return "".join(parts)


def _row(param: Param) -> str:
    cells = (
        f"{in_words(param.name)}<br><code>{param.name}</code>",
        escape(_range(param)),
        escape(of_value(param, param.default)),
        escape(of_catalogue(param.doc)),
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _range(param: Param) -> str:
    if isinstance(param, Float | Int):
        text = f"{of_number(param.low)} – {of_number(param.high)} {param.unit}".strip()
        if param.slider != (param.low, param.high):
            ends = " – ".join(of_number(end) for end in param.slider)
            text += tr(" (slider: {0})").format(ends)
        return text
    if isinstance(param, Choice):
        return ", ".join(param.choices)
    return param.expected() if isinstance(param, Steps | Expression) else ""
